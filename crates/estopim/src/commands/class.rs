//! `estopim class`: a server for a class of children on the local network.

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use clap::Args;
use estopim_protocol::class::NewClass;
use estopim_server::{ClassMode, Config};
use estopim_tui::texts::{Lang, Texts};
use mdns_sd::{ServiceDaemon, ServiceInfo};
use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;

use super::serve::start_logging;
use crate::failure::Failure;
use crate::network::{Reachable, free_port, interfaces, reachable, url};
use crate::serve_settings::Logging;

/// Where a class is kept by default.
const DATA_DIR: &str = "estopim-class";
/// The name by mDNS.
const HOST: &str = "estopim.local";
/// How often the addresses are looked at.
const LOOK: Duration = Duration::from_secs(2);

/// Serve a class of children on the local network: thirty boards in five minutes, without accounts or internet
///
/// It opens a port of this computer to everybody on its networks, and says so. The teacher's page needs the PIN that is
/// printed; children need the code. A class that was not ended goes on where it was.
#[derive(Args)]
#[expect(clippy::struct_excessive_bools, reason = "switches of a command line")]
pub struct Class {
    /// The port; by default 80 if that is allowed, else a short one
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
    #[arg(long, help = format!("Where the class is kept (default: {DATA_DIR})"), value_name = "DIRECTORY")]
    data_dir: Option<PathBuf>,
    /// Do not open the teacher's page in a browser
    #[arg(long)]
    no_browser: bool,
    /// Do not announce estopim.local on the network
    #[arg(long)]
    no_mdns: bool,
    /// Begin with a new class, also if another one was not ended
    #[arg(long)]
    new: bool,
    /// Serve this computer only, for a try
    #[arg(long)]
    local: bool,
    /// The language of what is printed: en or pt-BR (default: the system's)
    #[arg(long, value_name = "LANGUAGE")]
    lang: Option<String>,
    /// How slowly weak levels answer, in percent of a person
    #[arg(long, value_name = "PERCENT", hide = true)]
    computer_pace: Option<u64>,
}

impl Class {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let named = self.lang.as_deref().and_then(Lang::from_tag);
        let lang = named.unwrap_or_else(|| Lang::from_env(|name| std::env::var(name).ok()));
        let texts = Texts::new(lang);
        let (port, is_first_choice) = free_port(self.port.or(self.local.then_some(0)));
        let folder = self.data_dir.clone().unwrap_or_else(|| DATA_DIR.into());
        let mut config = Config::in_directory(folder.clone());
        let host = if self.local { Ipv4Addr::LOCALHOST } else { Ipv4Addr::UNSPECIFIED };
        config.bind = SocketAddr::from((host, port));
        let mode = ClassMode::default();
        mode.set_new(self.new);
        config.class_mode = Some(mode.clone());
        if let Some(percent) = self.computer_pace {
            config.computer_pace_percent = percent;
        }
        // Warnings only: nothing of who came from where.
        start_logging(&Logging { filter: "warn".parse().unwrap_or_default(), json: false });
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let mut told = Ok(());
        let mut announced = None;
        estopim_server::serve_class(&runtime, config, &mut |address, class| {
            let Some(class) = class else { return };
            let screen =
                Screen { texts: &texts, port: address.port(), class, is_local: self.local };
            let found = screen.look(&mode);
            if !self.no_mdns && !self.local {
                announced = announce(address.port());
            }
            told = screen.tell(out, &found, &folder, is_first_choice, announced.is_some());
            if !self.no_browser {
                open_browser(&format!("{}/class", url("localhost", address.port())));
            }
            follow(mode.clone(), lang, address.port(), class.code.clone(), self.local, found);
        })?;
        if let Some(daemon) = announced {
            let _ = daemon.shutdown();
        }
        runtime.shutdown_background();
        Ok(told?)
    }
}

/// What is printed.
struct Screen<'a> {
    texts: &'a Texts,
    port: u16,
    class: &'a NewClass,
    is_local: bool,
}

impl Screen<'_> {
    /// Finds the addresses and tells the server.
    fn look(&self, mode: &ClassMode) -> Reachable {
        look(mode, self.port, self.is_local)
    }

    fn tell(
        &self,
        out: &mut impl Write,
        found: &Reachable,
        folder: &std::path::Path,
        is_first_choice: bool,
        has_name: bool,
    ) -> io::Result<()> {
        let (texts, class) = (self.texts, self.class);
        let opens = if self.is_local { "class-local" } else { "class-opens" };
        writeln!(out, "{}", texts.with(opens, &[("port", &self.port.to_string())]))?;
        for it in &found.addresses {
            writeln!(out, "  {}  ({})", url(&it.ip.to_string(), self.port), it.name)?;
        }
        if found.addresses.is_empty() && !self.is_local {
            writeln!(out, "{}", texts.get("class-only-here"))?;
        }
        if found.is_unsure {
            writeln!(out, "{}", texts.get("class-unsure"))?;
        }
        if !is_first_choice && !self.is_local {
            let program = std::env::current_exe().unwrap_or_default().display().to_string();
            let named = [("wanted", "80"), ("program", program.as_str())];
            writeln!(out, "{}", texts.with("class-port-taken", &named))?;
        }
        let best =
            found.addresses.first().map_or_else(|| "localhost".to_owned(), |it| it.ip.to_string());
        let address = url(&best, self.port);
        if let Ok(code) = QrCode::new(format!("{address}/j/{}", class.code)) {
            writeln!(out, "\n{}", code.render::<Dense1x2>().quiet_zone(true).build())?;
        }
        let scan = [("address", address.as_str()), ("code", class.code.as_str())];
        writeln!(out, "{}\n", texts.with("class-scan", &scan))?;
        if has_name {
            let name = url(HOST, self.port);
            writeln!(out, "{}", texts.with("class-by-name", &[("address", &name)]))?;
        }
        let teacher = format!("{}/class", url("localhost", self.port));
        writeln!(out, "{}", texts.with("class-teacher", &[("address", &teacher)]))?;
        writeln!(out, "{}", texts.with("class-pin-is", &[("pin", &class.pin)]))?;
        let folder = folder.display().to_string();
        writeln!(out, "{}", texts.with("class-kept-where", &[("folder", &folder)]))?;
        writeln!(out, "{}", texts.get("class-end"))?;
        out.flush()
    }
}

fn look(mode: &ClassMode, port: u16, is_local: bool) -> Reachable {
    let all = interfaces().unwrap_or_default();
    let found = if is_local { Reachable::default() } else { reachable(&all) };
    let addresses = found.addresses.iter().map(|it| url(&it.ip.to_string(), port)).collect();
    let own: Vec<IpAddr> = all.into_iter().map(|it| it.ip).collect();
    mode.set_addresses(addresses, own);
    found
}

/// Follows changes of the network, as long as the program runs.
fn follow(
    mode: ClassMode,
    lang: Lang,
    port: u16,
    code: String,
    is_local: bool,
    mut before: Reachable,
) {
    thread::spawn(move || {
        let texts = Texts::new(lang);
        loop {
            thread::sleep(LOOK);
            let found = look(&mode, port, is_local);
            if found != before
                && let Some(best) = found.addresses.first()
            {
                let address = url(&best.ip.to_string(), port);
                let named = [("address", address.as_str()), ("code", code.as_str())];
                println!("{}", texts.with("class-moved", &named));
            }
            before = found;
        }
    });
}

/// Announces the name on the network; it follows the computer's addresses by itself.
fn announce(port: u16) -> Option<ServiceDaemon> {
    let daemon = ServiceDaemon::new().ok()?;
    let no_properties: [(&str, &str); 0] = [];
    // A bare host name cannot be announced, but a service on that host can.
    let host = format!("{HOST}.");
    let service =
        ServiceInfo::new("_http._tcp.local.", "Estopim", &host, "", port, &no_properties[..]);
    daemon.register(service.ok()?.enable_addr_auto()).ok()?;
    Some(daemon)
}

/// Opens a page in the browser, if there is a way.
fn open_browser(page: &str) {
    let (program, first): (&str, &[&str]) = if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let opened = Command::new(program)
        .args(first)
        .arg(page)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    // The address has been printed.
    drop(opened);
}
