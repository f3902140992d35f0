//! What the sub-commands do.

use std::future::Future;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};

use crate::app::{App, Settings, Uploads};
use crate::assets::Assets;
use crate::cli::{Command, Database, Serve, TokenCommand};
use crate::ingest::Limits;
use crate::store::sqlite::{Options, SqliteStore};
use crate::store::{Store, Tokens};
use crate::token::Token;
use crate::{listen, published, renew, router};

/// Does it.
pub async fn run(command: Command) -> anyhow::Result<()> {
    match command {
        Command::Serve(arguments) => serve(arguments).await,
        Command::Token(arguments) => token(arguments.command).await,
    }
}

async fn serve(arguments: Serve) -> anyhow::Result<()> {
    let stop = stop_signal()?;
    let options = Options { max_bytes: arguments.max_database_mib.map(|mib| mib << 20), ..Options::default() };
    let sqlite = open(&arguments.database, options).await?;
    let store: Arc<dyn Store> = Arc::new(sqlite.clone());
    renew::all(&store).await?;
    let pages = published::load(&store).await.context("the published pages cannot be loaded")?;
    let assets = match &arguments.dist {
        Some(folder) => {
            Assets::of_folder(folder).with_context(|| format!("--dist {}: cannot be read", folder.display()))?
        }
        None => Assets::embedded(),
    };
    let listener = TcpListener::bind(arguments.listen)
        .await
        .with_context(|| format!("cannot listen on {}; --listen 127.0.0.1:0 takes a free port", arguments.listen))?;
    let address = listener.local_addr()?;
    let open = arguments.open_uploads || (address.ip().is_loopback() && !arguments.require_token);
    let settings = Settings {
        uploads: if open { Uploads::Open } else { Uploads::Token },
        limits: Limits::default(),
        writes_per_minute: arguments.writes_per_minute,
        public_url: arguments.public_url,
    };
    let app = App::new(store, assets, pages, settings);
    println!("listening on http://{address}");
    std::io::stdout().flush()?;
    tracing::info!(database = %sqlite.file().display(), ?open, "serving");
    listen::serve(listener, router::router(Arc::new(app)), stop).await;
    sqlite.close().await;
    Ok(())
}

async fn token(command: TokenCommand) -> anyhow::Result<()> {
    match command {
        TokenCommand::Create { name, database } => {
            let token = Token::new().context("the system gave no random numbers")?;
            let store = open(&database, Options::default()).await?;
            let id = store.add_token(&name, &token.sha256()).await?;
            eprintln!("token {id} for {name}; it is not shown again:");
            println!("{}", token.reveal());
            store.close().await;
        }
        TokenCommand::List { database } => {
            let store = open(&database, Options::default()).await?;
            for token in store.tokens().await? {
                let state = token.revoked.map_or("in force".to_owned(), |when| format!("revoked {when}"));
                println!("{}\t{}\tmade {}\t{state}", token.id, token.name, token.created);
            }
            store.close().await;
        }
        TokenCommand::Revoke { id, database } => {
            let store = open(&database, Options::default()).await?;
            let revoked = store.revoke_token(id).await?;
            store.close().await;
            if !revoked {
                bail!("no token {id} is in force; `benchpages-server token list` shows them");
            }
            println!("token {id} is revoked");
        }
    }
    Ok(())
}

async fn open(database: &Database, options: Options) -> anyhow::Result<SqliteStore> {
    let file = match &database.database {
        Some(file) => file.clone(),
        None => beside_program()?,
    };
    if is_address(&file) {
        bail!("--database {}: this version keeps runs in an SQLite file only", file.display());
    }
    Ok(SqliteStore::open(&file, options).await?)
}

fn beside_program() -> anyhow::Result<PathBuf> {
    let program = std::env::current_exe().context("the program cannot find itself; give --database FILE")?;
    Ok(program.with_file_name("benchpages.sqlite"))
}

fn is_address(file: &Path) -> bool {
    file.to_str().is_some_and(|text| text.contains("://"))
}

/// Ready once the process is asked to stop, by SIGTERM or SIGINT.
fn stop_signal() -> anyhow::Result<impl Future<Output = ()>> {
    let mut terminate = signal(SignalKind::terminate()).context("SIGTERM cannot be waited for")?;
    let mut interrupt = signal(SignalKind::interrupt()).context("SIGINT cannot be waited for")?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        tracing::info!("stopping");
    })
}
