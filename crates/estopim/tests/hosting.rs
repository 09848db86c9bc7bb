//! The examples for those who host: every file in `docs/hosting` is asked about by its own program.
//!
//! A program is looked for where the system keeps programs, and in `target/tools`, where `make checkers` puts those that it can
//! get. One that is missing is `NOT TESTED`, unless `ESTOPIM_CHECKERS` names it: then its absence is a fault.

use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Where systemd expects the program to be installed.
const INSTALLED: &str = "/usr/local/bin/estopim";
/// The certificates of the example.
const CERTIFICATES: &str = "/etc/letsencrypt/live/estopim.example/";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the root")
}

fn example(name: &str) -> String {
    fs::read_to_string(root().join("docs/hosting").join(name)).expect("an example")
}

/// A program, or `None` after saying so.
fn checker(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let tools = root().join("target/tools/usr");
    let folders = env::split_paths(&path).chain([
        "/usr/sbin".into(),
        "/sbin".into(),
        tools.join("bin"),
        tools.join("sbin"),
    ]);
    let found = folders.map(|folder| folder.join(name)).find(|program| program.is_file());
    if found.is_none() {
        let wanted = env::var("ESTOPIM_CHECKERS").unwrap_or_default();
        assert!(!wanted.split_whitespace().any(|it| it == name), "{name} is missing");
        // Past the capture of the test runner.
        let _ = writeln!(io::stderr(), "NOT TESTED: {name} is missing");
    }
    found
}

fn run(command: &mut Command) -> Output {
    command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"))
}

#[track_caller]
fn assert_accepted(output: &Output) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {said}", output.status);
}

/// What systemd says of a unit that starts this program.
fn verified(systemd: &Path, unit: &str) -> Output {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("estopim.service");
    fs::write(&path, unit.replace(INSTALLED, env!("CARGO_BIN_EXE_estopim"))).expect("a unit");
    run(Command::new(systemd).args(["verify", "--man=no"]).arg(path))
}

#[test]
fn systemd_understands_every_line_of_the_unit() {
    let Some(systemd) = checker("systemd-analyze") else { return };
    let unit = example("estopim.service");
    let output = verified(&systemd, &unit);
    assert_accepted(&output);
    // What it does not know it ignores, and says so.
    let said = |output: &Output| String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!said(&output).contains("estopim.service"), "{}", said(&output));
    let broken = verified(&systemd, &unit.replace("ProtectSystem=", "ProtectSistem="));
    assert!(said(&broken).contains("ProtectSistem"), "a misspelt line is found: {}", said(&broken));
}

#[test]
fn the_program_understands_the_flags_of_the_unit() {
    let unit = example("estopim.service");
    let start = unit.lines().find_map(|line| line.strip_prefix("ExecStart=")).expect("a command");
    let arguments =
        start.strip_prefix(INSTALLED).expect("the installed program").split_whitespace();
    // Help is given only once every flag before it was understood.
    let mut command = Command::new(env!("CARGO_BIN_EXE_estopim"));
    assert_accepted(&run(command.args(arguments).arg("--help")));
}

/// What nginx says of a site, with certificates made for the test.
fn tested(nginx: &Path, folder: &Path, site: &str) -> Output {
    let here = folder.to_str().expect("a path in UTF-8");
    let site = site.replace(CERTIFICATES, &format!("{here}/"));
    fs::write(folder.join("site.conf"), site).expect("a site");
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map(|kind| format!("{kind}_temp_path {here}/{kind};"))
        .join("\n");
    let whole = format!(
        "pid {here}/nginx.pid;\nevents {{}}\nhttp {{\naccess_log off;\n{temporary}\ninclude {here}/site.conf;\n}}\n"
    );
    fs::write(folder.join("nginx.conf"), whole).expect("a configuration");
    let mut command = Command::new(nginx);
    command.args(["-t", "-e", "stderr", "-p", here, "-c"]).arg(folder.join("nginx.conf"));
    run(&mut command)
}

#[test]
fn nginx_accepts_the_example() {
    let (Some(nginx), Some(openssl)) = (checker("nginx"), checker("openssl")) else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let certificate = run(Command::new(openssl)
        .args(["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=estopim.example"])
        .args(["-days", "1", "-keyout", "privkey.pem", "-out", "fullchain.pem"])
        .current_dir(folder.path()));
    assert_accepted(&certificate);
    let site = example("nginx.conf");
    assert_accepted(&tested(&nginx, folder.path(), &site));
    let broken = tested(&nginx, folder.path(), &site.replace("proxy_pass", "proxy_pas"));
    assert!(!broken.status.success(), "a misspelt line is found");
}

/// The server believes these behind a proxy, so a proxy that passes on what clients send is a hole.
#[test]
fn nginx_sets_every_header_that_the_server_believes() {
    let site = example("nginx.conf");
    for header in ["Host", "X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host"] {
        let sets = |line: &str| line.split_whitespace().take(2).eq(["proxy_set_header", header]);
        assert!(site.lines().any(sets), "{header}");
    }
}

/// What Caddy says of a configuration.
fn validated(caddy: &Path, folder: &Path, text: &str) -> Output {
    let path = folder.join("Caddyfile");
    fs::write(&path, text).expect("a configuration");
    run(Command::new(caddy)
        .args(["validate", "--adapter", "caddyfile", "--config"])
        .arg(path)
        .env("HOME", folder)
        .env("XDG_DATA_HOME", folder)
        .env("XDG_CONFIG_HOME", folder))
}

#[test]
fn caddy_accepts_the_example() {
    let Some(caddy) = checker("caddy") else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let text = example("Caddyfile");
    assert_accepted(&validated(&caddy, folder.path(), &text));
    let broken = validated(&caddy, folder.path(), &text.replace("reverse_proxy", "reverse_prox"));
    assert!(!broken.status.success(), "a misspelt line is found");
}
