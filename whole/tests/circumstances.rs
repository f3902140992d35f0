//! The collector wherever people run it: each time a valid document, and nothing left behind.

use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde_json::Value;
use whole::{Traces, collector_program};

/// A short run: one process and two, two starts each.
const SHORT: [&str; 6] = ["--only", "syscall.null,ipc.pipe.latency,net.tcp.latency", "--starts", "2", "--samples", "3"];
const PATIENCE: Duration = Duration::from_secs(5);

/// `wrapper… benchpages run --out FILE …` with its own temporary folder.
fn command(wrapper: &[&str], traces: &Traces, out: &Path, arguments: &[&str]) -> Command {
    let mut words: Vec<std::ffi::OsString> = wrapper.iter().map(Into::into).collect();
    words.push(collector_program().into());
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).arg("run").arg("--out").arg(out).args(arguments);
    command.envs(traces.environment()).stdin(Stdio::null());
    command
}

fn document(path: &Path) -> Result<Value> {
    Ok(serde_json::from_slice(&std::fs::read(path).with_context(|| format!("{} was not written", path.display()))?)?)
}

/// All groups of a complete short run are there and have figures.
fn is_whole(document: &Value) -> Result<()> {
    ensure!(document["complete"] == true, "the run calls itself incomplete");
    for id in ["syscall.null", "ipc.pipe.latency", "net.tcp.latency"] {
        let groups = document["groups"].as_array().context("groups")?;
        let group = groups.iter().find(|group| group["benchmark"] == id).with_context(|| format!("no {id}"))?;
        for cell in group["cells"].as_array().context("cells")? {
            ensure!(cell["status"] == "ok", "{id}: {cell}");
            let starts = cell["elapsed_ns"].as_array().context("elapsed_ns")?;
            ensure!(
                starts.len() >= 2 && starts.iter().all(|start| start.as_array().is_some_and(|s| s.len() == 3)),
                "{cell}"
            );
        }
    }
    Ok(())
}

/// Runs to the end under a wrapper; returns the document.
fn run_under(wrapper: &[&str], prepare: impl FnOnce(&mut Command, &Path)) -> Result<Value> {
    let traces = Traces::new()?;
    let folder = tempfile::tempdir()?;
    open_to_all(folder.path())?;
    open_to_all(&traces.folder())?;
    let out = folder.path().join("run.json");
    let mut command = command(wrapper, &traces, &out, &SHORT);
    prepare(&mut command, folder.path());
    let output = command.output()?;
    ensure!(output.status.success(), "{}: {}", output.status, String::from_utf8_lossy(&output.stderr));
    traces.are_gone(PATIENCE).map_err(anyhow::Error::msg)?;
    let document = document(&out)?;
    is_whole(&document)?;
    Ok(document)
}

fn open_to_all(folder: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    Ok(std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o777))?)
}

fn is_root() -> bool {
    std::fs::metadata("/proc/self").is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0)
}

/// A copy of the collector that every user can execute.
fn public_copy(folder: &Path) -> Result<PathBuf> {
    let copy = folder.join("benchpages");
    std::fs::copy(collector_program(), &copy)?;
    Ok(copy)
}

#[test]
fn as_the_user_of_the_tests() -> Result<()> {
    run_under(&["env"], |_, _| {})?;
    Ok(())
}

#[test]
fn as_an_ordinary_user() -> Result<()> {
    if !is_root() {
        return Ok(());
    }
    let traces = Traces::new()?;
    let folder = tempfile::tempdir()?;
    open_to_all(folder.path())?;
    open_to_all(&traces.folder())?;
    let out = folder.path().join("run.json");
    let program = public_copy(folder.path())?;
    let output = Command::new("setpriv")
        .args(["--reuid=65534", "--regid=65534", "--clear-groups", "--inh-caps=-all"])
        .arg(&program)
        .arg("run")
        .arg("--out")
        .arg(&out)
        .args(SHORT)
        .envs(traces.environment())
        .env("HOME", "/nonexistent")
        .current_dir("/")
        .output()?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    traces.are_gone(PATIENCE).map_err(anyhow::Error::msg)?;
    is_whole(&document(&out)?)
}

#[test]
fn as_pid_one_of_a_namespace() -> Result<()> {
    if !is_root() {
        return Ok(());
    }
    run_under(&["unshare", "--pid", "--fork"], |_, _| {})?;
    Ok(())
}

#[test]
fn pinned_to_one_cpu() -> Result<()> {
    if std::thread::available_parallelism()?.get() < 2 {
        return Ok(());
    }
    let document = run_under(&["taskset", "-c", "1"], |_, _| {})?;
    for group in document["groups"].as_array().context("groups")? {
        for start in group["starts"].as_array().context("starts")? {
            let cpus = start["cpus"].as_array().context("cpus")?;
            assert!(cpus.iter().all(|cpu| cpu == 1), "left the allowed CPU: {start}");
        }
    }
    Ok(())
}

#[test]
fn in_a_cpuset_without_cpu_0() -> Result<()> {
    let Some(cgroup) = Cpuset::make("1")? else {
        eprintln!("skipped: no cpuset can be made here");
        return Ok(());
    };
    let enter = format!("echo $$ > {}/{} && exec \"$@\"", cgroup.folder.display(), cgroup.file);
    let document = run_under(&["sh", "-c", &enter, "sh"], |_, _| {})?;
    assert!(document["groups"].as_array().is_some_and(|groups| !groups.is_empty()));
    Ok(())
}

/// A cpuset of one's own, of cgroup v2 or v1; removed when dropped.
struct Cpuset {
    folder: PathBuf,
    file: &'static str,
}

impl Cpuset {
    fn make(cpus: &str) -> Result<Option<Self>> {
        if !is_root() || std::thread::available_parallelism()?.get() < 2 {
            return Ok(None);
        }
        let name = format!("benchpages-test-{}", std::process::id());
        let v2 = Path::new("/sys/fs/cgroup");
        if v2.join("cgroup.subtree_control").exists() {
            let _ = std::fs::write(v2.join("cgroup.subtree_control"), "+cpuset");
            return Self::fill(v2.join(name), "cgroup.procs", &[("cpuset.cpus", cpus)]);
        }
        let v1 = Path::new("/sys/fs/cgroup/cpuset");
        if v1.exists() {
            return Self::fill(v1.join(name), "tasks", &[("cpuset.mems", "0"), ("cpuset.cpus", cpus)]);
        }
        Ok(None)
    }

    fn fill(folder: PathBuf, file: &'static str, settings: &[(&str, &str)]) -> Result<Option<Self>> {
        if std::fs::create_dir(&folder).is_err() {
            return Ok(None);
        }
        let cpuset = Self { folder, file };
        for (name, value) in settings {
            if std::fs::write(cpuset.folder.join(name), value).is_err() {
                return Ok(None);
            }
        }
        Ok(Some(cpuset))
    }
}

impl Drop for Cpuset {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir(&self.folder);
    }
}

#[test]
fn without_a_home() -> Result<()> {
    run_under(&["env", "-u", "HOME", "-u", "XDG_DATA_HOME"], |_, _| {})?;
    Ok(())
}

#[test]
fn with_a_home_that_cannot_be_written() -> Result<()> {
    // A file in the place of the folder: not even root can write below it.
    let file = tempfile::NamedTempFile::new()?;
    let home = file.path().to_owned();
    run_under(&["env", "-u", "XDG_DATA_HOME"], |command, _| {
        command.env("HOME", home);
    })?;
    Ok(())
}

/// Starts a long run and waits until it measures: until its partner processes are there. Ctrl-C reaches it also where the
/// tests themselves run in the background, where a shell has it ignored.
fn start_long(traces: &Traces, out: &Path) -> Result<Child> {
    let arguments = ["--only", "syscall.*,ipc.*,net.*latency", "--starts", "6"];
    let child = command(&["env", "--default-signal=INT"], traces, out, &arguments)
        .stderr(Stdio::null())
        .stdout(Stdio::null())
        .spawn()?;
    let end = Instant::now() + Duration::from_secs(20);
    while traces.processes().len() < 3 {
        ensure!(Instant::now() < end, "the run never started its children");
        std::thread::sleep(Duration::from_millis(10));
    }
    std::thread::sleep(Duration::from_secs(4));
    Ok(child)
}

fn signal(pid: u32, signal: i32) -> Result<()> {
    let sent = Command::new("kill").arg(format!("-{signal}")).arg(pid.to_string()).status()?;
    ensure!(sent.success(), "kill -{signal} {pid}: {sent}");
    Ok(())
}

#[test]
fn ctrl_c_at_half_time_keeps_what_was_measured_and_says_that_it_is_partial() -> Result<()> {
    let traces = Traces::new()?;
    let folder = tempfile::tempdir()?;
    let out = folder.path().join("run.json");
    let mut child = start_long(&traces, &out)?;
    signal(child.id(), libc::SIGINT)?;
    let status = child.wait()?;
    assert!(!status.success() && status.signal().is_none(), "an interrupted run ends with {status}");
    traces.are_gone(PATIENCE).map_err(anyhow::Error::msg)?;
    let document = document(&out)?;
    assert_eq!(document["complete"], false);
    let cells: Vec<&Value> = document["groups"]
        .as_array()
        .context("groups")?
        .iter()
        .flat_map(|group| group["cells"].as_array().into_iter().flatten())
        .collect();
    assert!(cells.iter().any(|cell| cell["status"] == "ok"), "nothing was kept");
    for cell in cells.iter().filter(|cell| cell["status"] != "ok") {
        assert_eq!(cell["reason"]["kind"], "interrupted", "{cell}");
    }
    Ok(())
}

#[test]
fn kill_minus_nine_of_the_collector_leaves_nothing() -> Result<()> {
    let traces = Traces::new()?;
    let folder = tempfile::tempdir()?;
    let mut child = start_long(&traces, &folder.path().join("run.json"))?;
    child.kill()?;
    child.wait()?;
    traces.are_gone(PATIENCE).map_err(anyhow::Error::msg)
}

#[test]
fn kill_minus_nine_of_a_benchmark_is_a_failed_cell_and_the_rest_goes_on() -> Result<()> {
    let traces = Traces::new()?;
    let folder = tempfile::tempdir()?;
    let out = folder.path().join("run.json");
    let arguments = ["--only", "syscall.null,ipc.pipe.latency", "--starts", "4"];
    let mut child = command(&["env"], &traces, &out, &arguments).stderr(Stdio::null()).spawn()?;
    // The youngest process is one that measures, or its partner.
    let end = Instant::now() + Duration::from_secs(20);
    let mut killed = 0;
    while killed < 3 && Instant::now() < end && child.try_wait()?.is_none() {
        let mut processes = traces.processes();
        processes.sort_unstable();
        if processes.len() >= 4
            && let Some(youngest) = processes.last()
            && signal(*youngest, libc::SIGKILL).is_ok()
        {
            killed += 1;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    let status = child.wait()?;
    assert!(killed > 0, "no process was caught while it measured");
    assert!(status.signal().is_none(), "{status}");
    traces.are_gone(PATIENCE).map_err(anyhow::Error::msg)?;
    let document = document(&out)?;
    assert_eq!(document["groups"].as_array().context("groups")?.len(), 2);
    for group in document["groups"].as_array().context("groups")? {
        for cell in group["cells"].as_array().context("cells")? {
            let named = cell["status"] == "ok" || cell["reason"]["kind"].is_string();
            assert!(named, "a cell without figure or reason: {cell}");
        }
    }
    Ok(())
}
