//! Run files of lmbench.

use shared::import::import;

use crate::support::{figures, imported, nothing_said, printed};

const THREE: &str = include_str!("lmbench/raw-3.0.txt");
const TWO: &str = include_str!("lmbench/raw-2.0-select.txt");

/// What a run file holds, counted by its lines alone: labels by their units, rows by their numbers.
pub fn counted(text: &str) -> (usize, usize) {
    let number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit()) && word.parse::<f64>().is_ok();
    let labels = text.lines().filter(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let units = ["microseconds", "nanoseconds", "MB/sec", "KB/sec"];
        let unit =
            words.last().is_some_and(|word| units.contains(word)) && words.iter().any(|word| word.ends_with(':'));
        let label = unit && !line.contains("secs,") && !line.starts_with("Avg") && number(words[words.len() - 2]);
        label
            || line.contains("parallelism: ")
            || line.starts_with("tlb: ")
            || line.starts_with("[MHZ: ") && line.contains("nanosec")
    });
    let mut rows = 0;
    let mut inside = false;
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let heads = line.starts_with('"')
            || words.len() == 3 && line.starts_with("Memory ") && line.ends_with(" bandwidth")
            || words.len() == 4 && line.starts_with("Memory partial ") && line.ends_with(" bandwidth")
            || line == "Memory load parallelism"
            || line == "Socket bandwidth using localhost";
        let row = inside
            && words.first().is_some_and(|word| number(word.trim_end_matches('k')))
            && words.get(1).is_some_and(|word| number(word));
        // A heading of switches states an overhead, a row of files two rates.
        rows += usize::from(line.starts_with("\"size="));
        rows += if row && words[0].ends_with('k') { 2 } else { usize::from(row) };
        inside = heads || row;
    }
    (labels.count(), rows)
}

#[test]
fn every_label_and_every_row_of_every_curve_is_a_figure() {
    let imported = imported(THREE, &nothing_said());
    let [run] = imported.runs.as_slice() else { panic!("one run") };
    let (labels, rows) = counted(THREE);
    assert!(labels > 60 && rows > 300, "{labels} {rows}");
    assert_eq!(imported.report.figures, labels + rows);
    assert_eq!(imported.report.formats.len(), 1);
    assert_eq!(run.kernel.name, "Linux");
    assert_eq!(run.started.len(), 10);
}

/// The whole run files of others, where a folder of them is at hand: `BENCHPAGES_DATA` names it.
#[test]
fn every_label_and_row_of_other_files_is_a_figure() {
    let Some(folder) = std::env::var_os("BENCHPAGES_DATA").map(std::path::PathBuf::from) else { return };
    for (name, kernel, figures) in
        [("raw-3.0-x86_64-vm.txt", "10.0.0", 676), ("raw-3.0-aarch64-linux6.6.txt", "6.6.0-52-generic", 688)]
    {
        let text = std::fs::read_to_string(folder.join("lmbench").join(name)).unwrap();
        let imported = imported(&text, &nothing_said());
        let (labels, rows) = counted(&text);
        assert_eq!(imported.report.figures, labels + rows, "{name}: {labels} labels, {rows} rows");
        assert_eq!(imported.report.figures, figures, "{name}");
        assert_eq!(imported.runs[0].kernel.release, kernel);
    }
}

#[test]
fn sizes_are_those_that_lmbench_was_asked_for() {
    let run = &imported(THREE, &nothing_said()).runs[0];
    let sizes = |id: &str, at: &str| -> Vec<String> {
        figures(run)
            .into_keys()
            .filter(|(found, point, ..)| found == id && point.contains(at))
            .map(|(_, point, ..)| point)
            .collect()
    };
    // 1.05 in the file is [ALL: … 1m], 2^20 bytes.
    assert!(sizes("mem.bandwidth", "op=read").contains(&"op=read,size=1048576".to_owned()));
    assert!(sizes("mem.bandwidth", "op=read").contains(&"op=read,size=512".to_owned()));
    // 0.00049 and 0.00293 in the file, in 2^20 bytes.
    assert!(sizes("mem.latency", "stride_128").contains(&"pattern=stride_128,size=512".to_owned()));
    assert!(sizes("mem.latency", "stride_128").contains(&"pattern=stride_128,size=3072".to_owned()));
    assert!(sizes("net.tcp.bandwidth", "").contains(&"message=1437".to_owned()));
    assert!(sizes("sched.context_switch", "").contains(&"processes=96,size=32768".to_owned()));
    assert!(sizes("fs.create", "").contains(&"size=10240".to_owned()));
}

#[test]
fn hosts_users_addresses_and_mounts_are_dropped() {
    let run = &imported(THREE, &nothing_said()).runs[0];
    let text = format!("{run:?}");
    for personal in ["host-a", "192.0.2.", "/dev/sda1", "lmb_file", "someone"] {
        assert!(THREE.contains(personal), "{personal} is not in the file");
        assert!(!text.contains(personal), "{personal}");
    }
}

#[test]
fn labels_may_be_missing_and_repeated() {
    let without = THREE.lines().filter(|line| !line.starts_with("Pipe latency")).map(|line| format!("{line}\n"));
    let run = &imported(&without.collect::<String>(), &nothing_said()).runs[0];
    assert!(!figures(run).keys().any(|(id, ..)| id == "ipc.pipe.latency"), "absent, never 0");
    let twice = THREE.replacen("Pipe latency: ", "Pipe latency: 5.0000 microseconds\nPipe latency: ", 1);
    let run = &imported(&twice, &nothing_said()).runs[0];
    assert_eq!(printed(run, "ipc.pipe.latency", "").len(), 2);
    assert_eq!(printed(run, "ipc.pipe.latency", "")[0], "5.0000");
}

#[test]
fn a_label_with_another_unit_or_none_is_an_error_of_its_line() {
    let line = THREE.lines().position(|line| line.starts_with("Pipe latency")).unwrap() + 1;
    let (label, _) = THREE.lines().nth(line - 1).unwrap().rsplit_once(' ').unwrap();
    for unit in ["MB/sec", "furlongs", "", "microseconds 7"] {
        let damaged = THREE.replacen(&format!("{label} microseconds"), &format!("{label} {unit}"), 1);
        let error = import(damaged.as_bytes(), &nothing_said()).unwrap_err().to_string();
        assert!(error.starts_with(&format!("line {line}: ")), "{unit}: {error}");
    }
    let milliseconds = THREE.replacen(&format!("{label} microseconds"), &format!("{label} milliseconds"), 1);
    let [micro, milli] = [THREE, &milliseconds].map(|text| {
        let run = imported(text, &nothing_said()).runs.remove(0);
        run.groups.iter().find(|group| group.benchmark == "ipc.pipe.latency").unwrap().cells[0].values[0][0]
    });
    assert!((milli / micro - 1000.0).abs() < 1e-9, "a unit that is stated is the one that counts");
}

#[test]
fn version_2_is_read_by_its_header_and_labels() {
    let imported = imported(TWO, &nothing_said());
    let [run] = imported.runs.as_slice() else { panic!("one run") };
    assert_eq!((run.kernel.name.as_str(), run.kernel.release.as_str()), ("Linux", "2.4.8"));
    assert_eq!(figures(run).len(), 8);
    assert_eq!(printed(run, "syscall.select", "fds=100,kind=file"), ["8.2669"]);
    assert_eq!(printed(run, "syscall.select", "fds=500,kind=tcp"), ["65.4353"]);
}

#[test]
fn a_list_of_sizes_that_a_mail_has_broken_is_read_whole_and_one_that_is_cut_is_an_error() {
    let plain = figures(&imported(THREE, &nothing_said()).runs[0]);
    let list = THREE.lines().find(|line| line.starts_with("[ALL: ")).unwrap();
    let broken = THREE.replacen(list, &list.replacen(" 64k ", "\n64k ", 1), 1);
    assert_ne!(broken, THREE);
    assert_eq!(figures(&imported(&broken, &nothing_said()).runs[0]), plain);
    let cut = THREE.replacen(list, &format!("{}]", &list[..list.find(" 1m").unwrap()]), 1);
    let error = import(cut.as_bytes(), &nothing_said()).unwrap_err().to_string();
    assert!(error.contains("none that is listed in [ALL: …]"), "1.05 is no size in bytes: {error}");
}

#[test]
fn lines_that_say_nothing_known_are_told_and_change_nothing() {
    let line = |from: &str| THREE.lines().position(|line| line == from).unwrap();
    let heading = "Memory read bandwidth";
    let renamed = imported(&THREE.replacen(heading, "Memory roed bandwidth", 1), &nothing_said());
    let told: Vec<usize> = renamed.report.not_understood.iter().map(|part| part.line - 1).collect();
    let rows = THREE.lines().skip(line(heading)).take_while(|line| !line.is_empty()).count();
    assert!(rows > 10);
    assert!((line(heading)..line(heading) + rows).all(|line| told.contains(&line)), "{told:?}");
    let lost = imported(THREE, &nothing_said()).report.figures - renamed.report.figures;
    assert_eq!(lost, rows - 1);
}

#[test]
fn rows_are_never_those_of_another_curve() {
    let at = |heading: &str| THREE.lines().position(|line| line == heading).unwrap();
    let without = |lines: &[usize]| -> String {
        let kept = THREE.lines().enumerate().filter(|(index, _)| !lines.contains(index));
        kept.map(|(_, line)| format!("{line}\n")).collect()
    };
    let bzero = at("Memory bzero bandwidth");
    let inside = THREE.replacen("Memory bzero bandwidth\n", "Memory bzero bandwidth\nsh: out of space\n", 1);
    for (damaged, problem) in [
        // The rows below would go on with the curve above.
        (without(&[bzero - 1, bzero]), "stands a second time in this curve"),
        (inside, "stands among the rows of a curve"),
        (without(&[at("Random load latency")]), "no title of its own"),
        (without(&[at("Memory load latency")]), "no title of its own"),
        (THREE.replacen("\"stride=16\n", "\"stride=32\n0.00049 2.055\n\n\"stride=16\n", 1), "no title of its own"),
    ] {
        let error = import(damaged.as_bytes(), &nothing_said()).unwrap_err().to_string();
        assert!(error.contains(problem), "{problem}: {error}");
    }
}

#[test]
fn a_run_file_without_its_line_ends_is_an_error() {
    let joined = THREE.split_whitespace().collect::<Vec<_>>().join(" ") + "\n";
    let marked: String = THREE.lines().map(|line| format!("| {line}\n")).collect();
    let said_before = joined.replacen('[', "He wrote: [", 1);
    for damaged in [marked, said_before] {
        let error = import(damaged.as_bytes(), &nothing_said()).unwrap_err().to_string();
        assert!(error.contains("a run file begins within this line"), "{error}");
    }
}
