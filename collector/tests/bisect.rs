//! `git bisect run` with `exec` and `compare --check` finds the commit that made a program slower.

#![allow(clippy::unwrap_used, reason = "a test may fail by panic")]

mod started;

use std::path::Path;
use std::process::{Command, Output};

use started::Folder;

/// Which commit, from 0, makes the program slower.
const SLOWER: usize = 5;
const COMMITS: usize = 8;

/// The program at a commit: a chain of additions that no compiler shortens, a tenth longer from [`SLOWER`] on. It prints
/// its processor time, which other programs on this machine change less than its elapsed time.
fn program(commit: usize) -> String {
    let rounds = if commit < SLOWER { 10_000_000 } else { 11_000_000 };
    format!(
        "/* commit {commit} */\n\
         #include <stdio.h>\n\
         #include <time.h>\n\
         int main(void) {{\n\
         \x20   volatile unsigned long sum = 0;\n\
         \x20   for (unsigned long i = 0; i < {rounds}; i++) sum += i;\n\
         \x20   printf(\"processor %f ms better=lower\\n\", 1000.0 * clock() / CLOCKS_PER_SEC);\n\
         \x20   return 0;\n\
         }}\n"
    )
}

fn git(folder: &Path, arguments: &[&str]) -> Output {
    let identity = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"];
    let output = Command::new("git").args(identity).args(arguments).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

/// The script of `docs/bisect.md`, with this collector, this program and its place filled in.
fn script(tree: &Path, elsewhere: &Path) -> String {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/bisect.md");
    let page = std::fs::read_to_string(page).unwrap();
    let script = page.split("```sh\n").nth(1).unwrap().split("```").next().unwrap();
    assert_eq!(script.lines().filter(|line| !line.starts_with("#!")).count(), 4, "five lines: {script}");
    let program = tree.join("sort");
    script
        .replace("/tmp/", &format!("{}/", elsewhere.display()))
        .replace("make ||", &format!("cc -O1 -o {} sort.c ||", program.display()))
        .replace("./sort input", &program.display().to_string())
        .replace("benchpages ", &format!("{} ", assert_cmd::cargo::cargo_bin!("benchpages").display()))
        .replace("--quiet", "--quiet --settle 0 --figures")
}

#[test]
fn the_commit_that_made_a_program_slower_is_found() {
    let folder = Folder::new();
    let (tree, elsewhere) = (folder.path().join("tree"), folder.path().join("elsewhere"));
    std::fs::create_dir_all(&tree).unwrap();
    std::fs::create_dir_all(&elsewhere).unwrap();
    git(&tree, &["init", "--quiet"]);
    std::fs::write(tree.join(".gitignore"), "sort\n").unwrap();
    for commit in 0..COMMITS {
        std::fs::write(tree.join("sort.c"), program(commit)).unwrap();
        git(&tree, &["add", "."]);
        git(&tree, &["commit", "--quiet", "--message", &format!("commit {commit}")]);
    }
    let slower = elsewhere.join("slower.sh");
    std::fs::write(&slower, script(&tree, &elsewhere)).unwrap();

    let good = format!("HEAD~{}", COMMITS - 1);
    git(&tree, &["checkout", "--quiet", &good]);
    let built = Command::new("cc").args(["-O1", "-o", "sort", "sort.c"]).current_dir(&tree).status().unwrap();
    assert!(built.success());
    let first = started::benchpages(&folder)
        .args(["exec", "sort", "--placement=same_cpu", "--starts=20", "--quiet", "--settle=0", "--figures", "--out"])
        .arg(elsewhere.join("good.json"))
        .arg("--")
        .arg(tree.join("sort"))
        .output()
        .unwrap();
    assert!(first.status.success(), "{}", String::from_utf8_lossy(&first.stderr));
    git(&tree, &["checkout", "--quiet", "-"]);

    git(&tree, &["bisect", "start", "HEAD", &good]);
    let found = git(&tree, &["bisect", "run", "sh", &slower.display().to_string()]);
    let log = String::from_utf8_lossy(&found.stdout);
    assert!(log.contains("is the first bad commit"), "{log}");
    let subject = git(&tree, &["log", "-1", "--format=%s", "refs/bisect/bad"]);
    assert_eq!(String::from_utf8_lossy(&subject.stdout).trim(), format!("commit {SLOWER}"), "{log}");
}
