//! Whether anybody else wants a CPU, from `/proc/PID/task/TID/stat`.

use super::Root;

/// Where the state and the CPU stand, counted after the parenthesis that ends the command's name.
const STATE: usize = 0;
const PROCESSOR: usize = 36;

/// Whether a thread of another process than this one runs or is ready to run on one of these CPUs. Nothing of it is kept.
pub fn others_are_ready(root: &Root, cpus: &[u32]) -> bool {
    let own = std::process::id().to_string();
    let processes = root.names("/proc").into_iter().filter(|name| name.bytes().all(|byte| byte.is_ascii_digit()));
    processes.filter(|process| *process != own).any(|process| {
        let tasks = format!("/proc/{process}/task");
        root.names(&tasks).iter().any(|task| {
            let stat = root.text(&format!("{tasks}/{task}/stat")).unwrap_or_default();
            ready_on(&stat).is_some_and(|cpu| cpus.contains(&cpu))
        })
    })
}

/// The CPU that a thread runs or is ready to run on.
fn ready_on(stat: &str) -> Option<u32> {
    let (_, fields) = stat.rsplit_once(')')?;
    let fields: Vec<&str> = fields.split_whitespace().collect();
    fields.get(PROCESSOR)?.parse().ok().filter(|_| fields.get(STATE) == Some(&"R"))
}

#[cfg(test)]
mod tests {
    use super::super::Fixture;
    use super::*;

    fn stat(state: char, cpu: u32) -> String {
        format!(
            "7 (a) b R 1) {state} 1 7 7 0 -1 4194304 99 0 0 0 1 2 0 0 20 0 1 0 100 2 3 4 5 6 7 8 9 0 0 0 0 0 0 0 17 {cpu} 0 0\n"
        )
    }

    #[test]
    fn a_thread_that_is_ready_on_one_of_the_cpus_is_seen() {
        let fixture = Fixture::of(&[]);
        fixture.put("/proc/7/task/7/stat", stat('S', 1));
        fixture.put("/proc/7/task/8/stat", stat('R', 1));
        fixture.put("/proc/self/task/9/stat", stat('R', 0));
        let root = fixture.root();
        assert!(others_are_ready(&root, &[1]) && others_are_ready(&root, &[0, 1]));
        assert!(!others_are_ready(&root, &[0]), "a link to ourselves is nobody else");
        fixture.put("/proc/7/task/8/stat", stat('D', 1));
        assert!(!others_are_ready(&root, &[1]));
    }

    #[test]
    fn this_process_does_not_see_itself() {
        let fixture = Fixture::of(&[]);
        fixture.put(&format!("/proc/{}/task/1/stat", std::process::id()), stat('R', 1));
        assert!(!others_are_ready(&fixture.root(), &[1]));
        assert!(ready_on(&std::fs::read_to_string("/proc/thread-self/stat").unwrap()).is_some());
    }
}
