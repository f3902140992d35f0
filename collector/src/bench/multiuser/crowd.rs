//! All users of one step: forked, released at once, and heard when they are done.

use std::fs::File;
use std::io::Read as _;
use std::os::fd::OwnedFd;

use shared::model::FailureKind;

use super::super::ipc::bytes::{read_some, with_patience};
use super::super::ipc::pipe;
use super::super::{Failure, Named, Partner, Setup};
use super::scores::Step;
use super::tasks::Task;
use super::user::{self, Gate, Report};
use crate::clock::Clock;

/// Has every user, of whom there is one for each list, do the jobs of that list. The first failure of one, in the order
/// of users, is that of all. Nothing of theirs is left, however it ends.
pub fn work(setup: &Setup, lists: &[Vec<Task>], clock: &Clock) -> Result<Step, Failure> {
    let folders = Folders(lists.len() as u64);
    let mut crowd = Crowd::gather(setup, lists, clock)?;
    crowd.wait_until_all_wait()?;
    let released = clock.now();
    drop(crowd.release.take());
    let reports = crowd.hear()?;
    for user in crowd.users.drain(..) {
        user.join()?;
    }
    drop(folders);
    step(lists.len(), released, reports)
}

/// The users before they are released. Dropping it ends them.
struct Crowd {
    users: Vec<Partner>,
    waiting: OwnedFd,
    release: Option<OwnedFd>,
    reports: OwnedFd,
}

impl Crowd {
    fn gather(setup: &Setup, lists: &[Vec<Task>], clock: &Clock) -> Result<Self, Failure> {
        let (waiting, waits) = pipe()?;
        let (released, release) = pipe()?;
        let (reports, reported) = pipe()?;
        let mut crowd = Self { users: Vec::with_capacity(lists.len()), waiting, release: Some(release), reports };
        for (number, jobs) in (1..).zip(lists) {
            let release = &mut crowd.release;
            let gate = Gate { waiting: &waits, release: &released, reports: &reported };
            crowd.users.push(setup.partner(|| {
                // While anybody holds this end, nobody is released.
                drop(release.take());
                user::work(number, jobs, &gate, clock)
            })?);
        }
        Ok(crowd)
    }

    /// Waits until every user is at the gate. One that died will never be.
    fn wait_until_all_wait(&self) -> Result<(), Failure> {
        let _patience = with_patience()?;
        let mut left = self.users.len();
        let mut bytes = vec![0; left];
        while left > 0 {
            match read_some(&self.waiting, &mut bytes[..left])? {
                0 => return Err(Failure::failed(FailureKind::EndedEarly)),
                read => left -= read,
            }
        }
        Ok(())
    }

    /// Waits until all have reported or ended, and reads what they say.
    fn hear(&self) -> Result<Vec<Report>, Failure> {
        let mut text = Vec::new();
        File::from(self.reports.try_clone().named("fcntl")?).read_to_end(&mut text).named("read")?;
        let lines = text.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
        lines.map(|line| serde_json::from_slice(line).map_err(|_| Failure::work_not_done())).collect()
    }
}

/// What the reports amount to. Fewer than there were users mean that some ended without a word.
fn step(users: usize, released: u64, reports: Vec<Report>) -> Result<Step, Failure> {
    let done = reports.into_iter().collect::<Result<Vec<_>, _>>()?;
    if done.len() != users {
        return Err(Failure::failed(FailureKind::EndedEarly));
    }
    let took_ns: Vec<u64> = done.iter().map(|done| done.at_ns.saturating_sub(released).max(1)).collect();
    let real_ns = took_ns.iter().copied().max().unwrap_or(1);
    Ok(Step { users: users as u64, real_ns, cpu_ns: done.iter().map(|done| done.cpu_ns).sum(), took_ns })
}

/// The folders of so many users; none is left when it is dropped.
struct Folders(u64);

impl Drop for Folders {
    fn drop(&mut self) {
        for user in 1..=self.0 {
            // One that was not made need not be removed; what cannot be goes with the start's folder.
            let _ = std::fs::remove_dir_all(user::folder(user));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::ipc::pair::testing::setup;
    use super::super::tasks::{COPY, FORKS, INTEGERS, PIPE_PING, READ};
    use super::super::user::Done;
    use super::*;
    use crate::bench::partner::testing::children;

    #[test]
    fn all_users_do_their_jobs_and_leave_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let start = setup();
        std::env::set_current_dir(&folder).unwrap();
        let clock = Clock::measure();
        let lists = vec![vec![FORKS, READ, PIPE_PING], vec![INTEGERS, COPY, FORKS], vec![READ]];
        let (elapsed, step) = clock.time(|| work(&start, &lists, &clock).unwrap());
        assert_eq!((step.users, step.took_ns.len()), (3, 3));
        assert_eq!(step.took_ns.iter().max(), Some(&step.real_ns));
        assert!(step.real_ns < elapsed && step.cpu_ns > 0);
        assert!(children().is_empty());
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
    }

    #[test]
    fn a_job_that_fails_fails_all_of_them_after_the_others_are_done() {
        let folder = tempfile::tempdir().unwrap();
        let start = setup();
        std::env::set_current_dir(&folder).unwrap();
        let clock = Clock::measure();
        let lists = vec![vec![READ], vec![READ, INTEGERS.spoiled(), READ], vec![FORKS]];
        assert_eq!(work(&start, &lists, &clock), Err(Failure::work_not_done()));
        assert!(children().is_empty());
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
        assert!(work(&start, &lists[..1], &clock).is_ok());
    }

    #[test]
    fn a_user_who_cannot_prepare_himself_says_why() {
        let folder = tempfile::tempdir().unwrap();
        let start = setup();
        std::env::set_current_dir(&folder).unwrap();
        std::fs::write("user-2", "in the way").unwrap();
        let failure = work(&start, &vec![vec![READ]; 2], &Clock::measure()).unwrap_err();
        assert_eq!(failure.to_string(), "failed: system_call mkdirat EEXIST");
        assert!(children().is_empty());
    }

    #[test]
    fn a_user_who_ended_without_a_word_is_missed() {
        let done = |at_ns| Ok(Done { at_ns, cpu_ns: 5 });
        assert_eq!(step(2, 10, vec![done(12)]).unwrap_err(), Failure::failed(FailureKind::EndedEarly));
        let expected = Step { users: 2, real_ns: 7, cpu_ns: 10, took_ns: vec![2, 7] };
        assert_eq!(step(2, 10, vec![done(12), done(17)]), Ok(expected));
    }
}
