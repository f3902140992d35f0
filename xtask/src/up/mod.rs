//! One call from a clone to a comparison in the browser: install, build, serve, measure, print the address.

pub mod address;
mod boot;
mod measure;
mod options;
mod shared_server;

use std::net::SocketAddr;
use std::process::ExitCode;

use anyhow::Result;
pub use options::{Measuring, Options};
use shared_server::SharedServer;

use crate::place::Place;
use crate::programs::{self, Profile, Programs};
use crate::{lock, tools, web};

/// Does all of it; ends when the server does, or at once with `--once`.
pub fn up(place: &Place, options: Options) -> Result<ExitCode> {
    let programs = build(place, &options)?;
    let mut server = SharedServer::start_or_join(&programs.server, &place.store(), options.port)?;
    let address = server.address();
    let own = measured(place, &programs, &options, address)?;
    let path = address::comparison(address, own.as_deref())?;
    println!("\nthe comparison:  http://{address}{path}");
    println!("all runs:        http://{address}/runs/\nthe store:       {}", place.store().display());
    if options.once {
        server.close(&place.store())?;
        return Ok(ExitCode::SUCCESS);
    }
    server.serve_to_the_end()
}

fn build(place: &Place, options: &Options) -> Result<Programs> {
    let _lock = lock::exclusive(&place.cache().join("build.lock"), "another cargo xtask is building")?;
    let tools = tools::install(place, options.consent, &[])?;
    web::build(place, &tools)?;
    programs::build(place, Profile::Release)
}

/// The id of this boot's run, measured now if need be.
fn measured(place: &Place, programs: &Programs, options: &Options, server: SocketAddr) -> Result<Option<String>> {
    if options.measuring == Measuring::Never {
        return boot::run_in_store(&place.store(), server);
    }
    // Two at once would disturb each other; the second finds the run of the first.
    let _lock = lock::exclusive(&place.cache().join("measure.lock"), "another cargo xtask is measuring")?;
    if options.measuring == Measuring::IfNew
        && let Some(id) = boot::run_in_store(&place.store(), server)?
    {
        println!("the store has a run of this boot already; --measure makes another");
        return Ok(Some(id));
    }
    let id = measure::measure(&programs.collector, &options.preset, server)?;
    boot::note_run(&place.store(), &id)?;
    Ok(Some(id))
}
