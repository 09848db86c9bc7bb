//! [`Contender`]: an engine in a match, as a command line names it, and how it is started.

use std::str::FromStr;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use estopim_rules::Variant;
use estopim_uci::{Client, ClientError, GoLimits, Launch, PositionCommand, Start};

use super::settings::{SettingError, Settings};
use super::time_control::MatchTimeControl;

/// An engine in a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contender {
    /// What it is called in the results; by default what it calls itself.
    pub name: Option<String>,
    /// How to start it.
    pub launch: Launch,
    /// Options to set, with their values.
    pub options: Vec<(String, String)>,
    /// A time control of its own, in place of the match's.
    pub time: Option<MatchTimeControl>,
    /// How long to let it search after each start before anything counts. Engines that run in a just-in-time compiler
    /// are slow in their first seconds.
    pub warm_up: Duration,
}

/// How long an engine may take to start, to become ready and to end.
pub const START_TIMEOUT: Duration = Duration::from_secs(30);

impl Contender {
    /// Starts the engine, sets its options and has it play the variant.
    pub fn start(&self, variant: Variant) -> Result<Client, ClientError> {
        let mut client = Client::start(&self.launch, START_TIMEOUT)?;
        client.set_variant(variant)?;
        for (name, value) in &self.options {
            client.set_option(name, value)?;
        }
        client.new_game(START_TIMEOUT)?;
        if !self.warm_up.is_zero() {
            let position = PositionCommand { start: Start::Initial, moves: Vec::new() };
            let limits = GoLimits { movetime: Some(self.warm_up), ..GoLimits::default() };
            let deadline = self.warm_up + START_TIMEOUT;
            client.search(&position, &limits, deadline, &AtomicBool::new(false))?;
        }
        Ok(client)
    }
}

/// Reads settings: `cmd` the program with its arguments, and if wanted `name`, `dir` to start it in,
/// `option.NAME` for each option, a time control of its own (`tc`, `movetime`, `nodes`, `depth`) and
/// `warmup` in milliseconds.
impl FromStr for Contender {
    type Err = SettingError;

    fn from_str(text: &str) -> Result<Self, SettingError> {
        let mut settings = Settings::parse(text)?;
        let mut launch: Launch = settings
            .take_as("cmd", "a program and its arguments")?
            .ok_or(SettingError::Missing("cmd"))?;
        launch.directory = settings.take("dir").map(Into::into);
        let name = settings.take("name").filter(|name| !name.is_empty());
        let options = settings.take_prefixed("option.");
        let time = MatchTimeControl::take_from(&mut settings)?;
        let warm_up = settings.take_as("warmup", "a number of milliseconds")?;
        let warm_up = Duration::from_millis(warm_up.unwrap_or(0));
        settings.finish()?;
        Ok(Self { name, launch, options, time, warm_up })
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[test]
    fn a_contender_is_read() {
        let text = "cmd=node a.cjs pkg,name=peer,option.Hash=16,option.Move Overhead=5,nodes=100,warmup=500";
        let contender: Contender = text.parse().unwrap();
        assert_eq!(contender.name.as_deref(), Some("peer"));
        assert_eq!(contender.launch.to_string(), "node a.cjs pkg");
        let option = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(contender.options, [option("Hash", "16"), option("Move Overhead", "5")]);
        assert_eq!(contender.time, Some(MatchTimeControl::Nodes(100)));
        assert_eq!(contender.warm_up, Duration::from_millis(500));
    }

    #[rstest]
    #[case("name=x", "cmd=… is missing")]
    #[case("cmd=x,tc=fast", "tc must be a time control such as 2+0.02, found \"fast\"")]
    #[case("cmd='x", "cmd must be a program and its arguments, found \"'x\"")]
    fn a_fault_is_named(#[case] text: &str, #[case] message: &str) {
        assert_eq!(text.parse::<Contender>().unwrap_err().to_string(), message);
    }
}
