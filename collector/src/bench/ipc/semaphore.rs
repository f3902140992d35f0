//! Round trips by two System V semaphores: who has the turn gives it to the other in the call that waits for it.
//!
//! The kernel keeps a set for ever. Whoever ends the processes of a start must be able to remove what they could not: a
//! file in the start's folder names the set.

use std::fs::File;
use std::path::{Path, PathBuf};

use rustix::io::Errno;
use shared::model::Placement;

use super::super::{Failure, Named, Prepared, Setup};
use super::bytes::Waited;
use super::round_trips::{Caller, RoundTrips};
use super::sleep::SleepProof;
use crate::start::left_behind;
use crate::sys::semaphores::Semaphores;

/// The semaphore that this process waits for.
const OURS: u16 = 0;
/// The one that the partner waits for.
const THEIRS: u16 = 1;

/// Round trips between this process and a partner; the set is named in `folder`.
pub fn latency(setup: &Setup, folder: &Path) -> Prepared {
    let set = MarkedSet::make(folder)?;
    let semaphores = set.semaphores;
    // The turn is ours: a round trip waits for it, and passes it on by the same call.
    semaphores.add(OURS).named("semop")?;
    // The partner's copy of the set is never dropped, as it exits without looking back.
    let partner = setup.partner(move || echo(semaphores))?;
    RoundTrips::start(setup, partner, set)
}

/// The partner: passes the turn back until the set is removed.
fn echo(semaphores: Semaphores) -> Result<(), Failure> {
    loop {
        match semaphores.pass(THEIRS, OURS) {
            Ok(()) | Err(Errno::INTR) => {}
            Err(Errno::IDRM | Errno::INVAL) => return Ok(()),
            Err(error) => return Err(Failure::call("semop", error)),
        }
    }
}

/// A set of two that is removed when it is dropped, and until then named by a file.
struct MarkedSet {
    semaphores: Semaphores,
    mark: PathBuf,
}

impl MarkedSet {
    fn make(folder: &Path) -> Result<Self, Failure> {
        let semaphores = Semaphores::make(2).named("semget")?;
        let set = Self { semaphores, mark: folder.join(left_behind::mark(semaphores)) };
        File::create_new(&set.mark).named("openat")?;
        Ok(set)
    }
}

impl Drop for MarkedSet {
    fn drop(&mut self) {
        // Both fail only where somebody else has removed them.
        let _ = self.semaphores.remove();
        let _ = std::fs::remove_file(&self.mark);
    }
}

impl Caller for MarkedSet {
    fn proof(_: Placement) -> SleepProof {
        SleepProof::begin_with_work_handed_over()
    }

    #[inline]
    fn call(&mut self) -> Result<(), Failure> {
        let mut waited = Waited::default();
        loop {
            match self.semaphores.pass(OURS, THEIRS) {
                Ok(()) => return Ok(()),
                Err(Errno::INTR) => waited.tick("semop")?,
                Err(error) => return Err(Failure::call("semop", error)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::pair::testing::{run_at, setup};
    use super::*;

    fn entries(folder: &Path) -> Vec<String> {
        let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
        names.map(|name| name.to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn the_set_is_named_while_it_is_there_and_gone_afterwards() {
        let folder = tempfile::tempdir().unwrap();
        let start = setup();
        let workload = latency(&start, folder.path()).unwrap();
        let names = entries(folder.path());
        assert_eq!(names.len(), 1, "{names:?}");
        let set = left_behind::marked(&names[0]).unwrap();
        run_at(workload, &[1, 500]);
        assert!(entries(folder.path()).is_empty());
        assert_eq!(set.remove(), Err(Errno::INVAL));
    }
}
