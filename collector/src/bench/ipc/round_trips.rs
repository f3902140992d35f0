//! Round trips to a partner, of whatever kind: the batch, and the proof that both sides slept.

use shared::model::Placement;

use super::super::{Failure, Partner, Setup, Workload};
use super::bytes::with_patience;
use super::sleep::SleepProof;
use crate::clock::Clock;

/// One side of an exchange.
pub trait Caller {
    /// One round trip, its answer checked.
    fn call(&mut self) -> Result<(), Failure>;

    /// The proof that is begun with the first round trip.
    fn proof(placement: Placement) -> SleepProof
    where
        Self: Sized,
    {
        SleepProof::begin(placement)
    }

    /// How many round trips had to be begun again.
    fn retries(&self) -> u64 {
        0
    }

    /// Asks the partner to end, where closing the ends does not say it.
    fn end(&mut self) -> Result<(), Failure> {
        Ok(())
    }
}

/// Round trips as a workload: one operation is one of them.
pub struct RoundTrips<C> {
    caller: C,
    partner: Partner,
    proof: SleepProof,
}

impl<C: Caller + 'static> RoundTrips<C> {
    /// Calls `partner` by `caller`, after one call that shows that both are there.
    pub fn start(setup: &Setup, partner: Partner, mut caller: C) -> Result<Box<dyn Workload>, Failure> {
        let _patience = with_patience()?;
        caller.call()?;
        Ok(Box::new(Self { caller, partner, proof: C::proof(setup.placement) }))
    }
}

impl<C: Caller> Workload for RoundTrips<C> {
    fn batch(&mut self, ops: u64, clock: &Clock) -> Result<u64, Failure> {
        let _patience = with_patience()?;
        let caller = &mut self.caller;
        let (elapsed, all) = clock.time(|| {
            for _ in 0..ops {
                caller.call()?;
            }
            Ok(())
        });
        self.proof.add(ops);
        all.map(|()| elapsed)
    }

    fn retries(&self) -> u64 {
        self.caller.retries()
    }

    fn finish(self: Box<Self>) -> Result<(), Failure> {
        let Self { mut caller, partner, proof } = *self;
        caller.end()?;
        drop(caller);
        partner.join()?;
        proof.check()
    }
}
