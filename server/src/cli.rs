//! The command line.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

/// Receives and keeps benchmark runs, compares them, and serves the explorer.
#[derive(Debug, Parser)]
#[command(name = "benchpages-server", version)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Answers requests until it is told to stop.
    Serve(Serve),
    /// Makes, lists and revokes upload tokens.
    Token(TokenArguments),
}

/// Which database.
#[derive(Clone, Debug, Args)]
pub struct Database {
    /// SQLite file; made if it is not there. By default benchpages.sqlite beside the program.
    #[arg(long, env = "BENCHPAGES_DATABASE", value_name = "FILE")]
    pub database: Option<PathBuf>,
}

/// Options of `serve`.
#[derive(Debug, Args)]
pub struct Serve {
    /// Address and port to listen on; port 0 takes a free one.
    #[arg(long, env = "BENCHPAGES_LISTEN", value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,
    /// The database.
    #[command(flatten)]
    pub database: Database,
    /// Largest size of the database file in MiB; uploads beyond it are answered with 507.
    #[arg(long, value_name = "MIB")]
    pub max_database_mib: Option<u64>,
    /// Takes uploads without a token, also where others can reach the server.
    #[arg(long, conflicts_with = "require_token")]
    pub open_uploads: bool,
    /// Asks for a token on loopback too, as behind a proxy.
    #[arg(long)]
    pub require_token: bool,
    /// Uploads and kept views a minute that one address may send.
    #[arg(long, value_name = "NUMBER", default_value_t = 12_000)]
    pub writes_per_minute: u32,
    /// What links in text answers begin with: scheme and host, as others reach the server.
    #[arg(long, value_name = "URL")]
    pub public_url: Option<String>,
    /// Serves the explorer from a folder in place of the one that was built in.
    #[arg(long, env = "BENCHPAGES_DIST", value_name = "FOLDER")]
    pub dist: Option<PathBuf>,
}

/// Options of `token`.
#[derive(Debug, Args)]
pub struct TokenArguments {
    /// What to do.
    #[command(subcommand)]
    pub command: TokenCommand,
}

/// What to do with tokens.
#[derive(Debug, Subcommand)]
pub enum TokenCommand {
    /// Makes a token and prints it: it is not shown again.
    Create {
        /// Whose it is, or what for.
        #[arg(long, value_name = "NAME")]
        name: String,
        /// The database.
        #[command(flatten)]
        database: Database,
    },
    /// Lists all tokens, without themselves.
    List {
        /// The database.
        #[command(flatten)]
        database: Database,
    },
    /// Revokes a token at once.
    Revoke {
        /// Its number, as `list` shows it.
        #[arg(value_name = "NUMBER")]
        id: i64,
        /// The database.
        #[command(flatten)]
        database: Database,
    },
}
