//! hackbench.

use shared::import::import;

use crate::support::{imported, nothing_said, printed};

const OUTPUT: &str = include_str!("hackbench-2.4.txt");

#[test]
fn every_run_stands_at_what_it_says_of_itself() {
    let imported = imported(OUTPUT, &nothing_said());
    let run = &imported.runs[0];
    let id = "foreign.hackbench";
    assert_eq!(printed(run, id, "bytes=100,descriptors=40,groups=2,messages=50,workers=processes"), ["0.117"]);
    assert_eq!(printed(run, id, "bytes=100,descriptors=40,groups=2,messages=50,workers=threads"), ["0.030"]);
    assert_eq!(printed(run, id, "bytes=512,descriptors=20,groups=2,messages=50,workers=processes"), ["0.030"]);
    assert_eq!(run.groups[0].cells[0].values, [[117e6]]);
}

#[test]
fn ten_messages_of_100_bytes_to_each_of_20_are_the_catalogues_messaging() {
    let ten = "Running in process mode with 4 groups using 40 file descriptors each (== 160 tasks)\n\
               Each sender will pass 10 messages of 100 bytes\nTime: 0.030\n";
    let imported = imported(&ten.repeat(2), &nothing_said());
    assert_eq!(printed(&imported.runs[0], "sched.messaging", "groups=4,workers=processes"), ["0.030", "0.030"]);
    assert!(imported.report.notes.iter().any(|note| note.contains("sockets or pipes")));
}

#[test]
fn a_run_without_its_time_or_with_other_tasks_is_an_error() {
    let killed = OUTPUT.replacen("Time: 0.117\n", "", 1);
    let error = import(killed.as_bytes(), &nothing_said()).unwrap_err();
    assert_eq!(error.to_string(), "line 4: \"Time:\" is expected after the last word of it");
    let wrong = OUTPUT.replacen("== 80 tasks", "== 90 tasks", 1);
    let error = import(wrong.as_bytes(), &nothing_said()).unwrap_err();
    assert_eq!(error.to_string(), "line 3: 2 groups of 40 are not 90 tasks");
    let none = OUTPUT.replacen("Time: 0.117", "Time: 0.000", 1);
    let error = import(none.as_bytes(), &nothing_said()).unwrap_err();
    assert_eq!(error.to_string(), "line 5: the time in seconds is 0, which is no figure");
}
