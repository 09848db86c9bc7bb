//! `estopim serve`: the web platform.

use std::io::{self, Write};
use std::net::SocketAddr;

use clap::Args;
use estopim_server::{Config, ServeArgs};
use tracing_subscriber::EnvFilter;

use crate::failure::Failure;

/// Serve the web platform: play in the browser, against people or the computer
///
/// Each setting can be given by flag, by environment variable or in a file; the first of them counts. At the
/// first start the data directory is made, with the database and a secret that signs sessions.
#[derive(Args)]
pub struct Serve {
    #[command(flatten)]
    settings: ServeArgs,
}

impl Serve {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let config = self.settings.resolve()?;
        start_logging(&config);
        let mut told = Ok(());
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(estopim_server::serve(config, |address| {
            told = tell(out, address);
        }))?;
        // A search that still runs is not waited for.
        runtime.shutdown_background();
        Ok(told?)
    }
}

fn tell(out: &mut impl Write, address: SocketAddr) -> io::Result<()> {
    writeln!(out, "Estopim is at http://{address}")?;
    out.flush()
}

/// Logs go to the standard error, one line an event.
fn start_logging(config: &Config) {
    let filter = EnvFilter::try_new(&config.log).unwrap_or_else(|_| EnvFilter::new("info"));
    let logger = tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr);
    // Only one logger can be set, and this is the first.
    let _ = if config.log_json { logger.json().try_init() } else { logger.try_init() };
}
