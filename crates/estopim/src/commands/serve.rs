//! `estopim serve`: the web platform.

use std::ffi::OsStr;
use std::io::{self, IsTerminal, Write};
use std::net::SocketAddr;

use clap::Args;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::failure::Failure;
use crate::serve_settings::{Logging, ServeArgs};

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
        let (config, logging) = self.settings.resolve()?;
        start_logging(&logging);
        let mut told = Ok(());
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        estopim_server::serve(&runtime, config, &mut |address| told = tell(out, address))?;
        // A search that still runs is not waited for.
        runtime.shutdown_background();
        Ok(told?)
    }
}

fn tell(out: &mut impl Write, address: SocketAddr) -> io::Result<()> {
    writeln!(out, "Estopim is at http://{address}")?;
    out.flush()
}

/// Logs go to the standard error, one line for each event, in colours on a terminal unless `NO_COLOR` is set.
pub(super) fn start_logging(logging: &Logging) {
    let colors = has_colors(io::stderr().is_terminal(), std::env::var_os("NO_COLOR").as_deref());
    let logger = tracing_subscriber::fmt::layer().with_writer(io::stderr).with_ansi(colors);
    let logs = tracing_subscriber::registry().with(logging.filter.clone());
    // Only one logger can be set, and this is the first.
    let _ = if logging.json {
        logs.with(logger.json()).try_init()
    } else {
        logs.with(logger).try_init()
    };
}

/// Whether to write in colours, by the convention of no-color.org: any value that is not empty means no.
fn has_colors(is_terminal: bool, no_color: Option<&OsStr>) -> bool {
    is_terminal && no_color.is_none_or(OsStr::is_empty)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_are_for_terminals_of_people_who_want_them() {
        for (is_terminal, no_color, wanted) in [
            (true, None, true),
            (true, Some(""), true),
            (true, Some("1"), false),
            (false, None, false),
            (false, Some("1"), false),
        ] {
            assert_eq!(has_colors(is_terminal, no_color.map(OsStr::new)), wanted, "{no_color:?}");
        }
    }
}
