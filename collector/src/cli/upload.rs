//! `benchpages upload FILE… --to URL`: sends runs that are on the disk, as often as it takes.

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args as ClapArgs;
use shared::model::RunId;

use super::output::put;
use crate::document::{self, Document};
use crate::upload::{Address, Taken, Token, Uploader};

/// Options of `upload`.
#[derive(Clone, Debug, ClapArgs)]
pub struct Args {
    /// Run documents, plain or packed with gzip
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    to: To,
}

/// Where runs are sent.
#[derive(Clone, Debug, ClapArgs)]
pub struct To {
    /// Address of the server's first page
    #[arg(long, value_name = "URL")]
    to: String,
    /// File that holds the server's token
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
}

impl To {
    /// The server, with its token.
    pub fn uploader(&self) -> Result<Uploader> {
        let token = self.token_file.as_deref().map(Token::read).transpose()?;
        Ok(Uploader::to(Address::parse(&self.to)?, token)?)
    }
}

/// Reads every file before the first is sent, sends them, and prints where they are to be seen.
pub fn run(args: &Args) -> Result<()> {
    let documents: Vec<Document> = args.files.iter().map(|file| document::read(file)).collect::<Result<_, _>>()?;
    let uploader = args.to.uploader()?;
    let mut sent = Vec::new();
    let mut failed = 0;
    for document in &documents {
        match uploader.send(&document.id, &document.bytes) {
            Ok(taken) => {
                put(&line(&uploader, &document.id, taken))?;
                sent.push(document.id.clone());
            }
            Err(error) => {
                failed += 1;
                eprintln!("{}: {error}", document.path.display());
            }
        }
    }
    if !sent.is_empty() {
        put(&format!("compare: {}\n", uploader.address().comparison(&sent)))?;
    }
    if failed > 0 {
        bail!("{failed} of {} runs were not uploaded", documents.len());
    }
    Ok(())
}

/// Where a run is to be seen.
pub fn line(uploader: &Uploader, id: &RunId, taken: Taken) -> String {
    let word = match taken {
        Taken::New => "uploaded",
        Taken::Already => "was there already",
    };
    format!("{word}: {}\n", uploader.address().page(id))
}
