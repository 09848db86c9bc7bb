//! A reference player behind UCI, so that it can play matches as engines do.

use std::io::{self, BufRead, Write};

use estopim_rules::{AnyPosition, SplitMix64, Variant};
use estopim_uci::Command;

use crate::reference::ReferencePlayer;

/// Plays over UCI until it is told to quit or the input ends. Every game draws other numbers from `seed`.
pub fn run(
    player: ReferencePlayer,
    seed: u64,
    input: impl BufRead,
    mut output: impl Write,
) -> io::Result<()> {
    let mut variant = Variant::default();
    let mut position = AnyPosition::initial(variant);
    let (mut game, mut rng) = (0, SplitMix64::stream(seed, 0));
    for line in input.lines() {
        match Command::parse(&line?) {
            Ok(Some(Command::Uci)) => {
                writeln!(output, "id name {player}\nid author the Estopim authors")?;
                let variants = Variant::ALL.map(|variant| format!(" var {variant}")).concat();
                writeln!(output, "option name UCI_Variant type combo default {variant}{variants}")?;
                writeln!(output, "uciok")?;
            }
            Ok(Some(Command::IsReady)) => writeln!(output, "readyok")?,
            Ok(Some(Command::SetOption { name, value })) => {
                if name.eq_ignore_ascii_case("UCI_Variant") {
                    match value.as_deref().unwrap_or_default().parse() {
                        Ok(wanted) => variant = wanted,
                        Err(error) => writeln!(output, "info string {error}")?,
                    }
                    position = AnyPosition::initial(variant);
                }
            }
            Ok(Some(Command::NewGame)) => {
                game += 1;
                rng = SplitMix64::stream(seed, game);
                position = AnyPosition::initial(variant);
            }
            Ok(Some(Command::Position(command))) => match command.to_task(variant) {
                Ok(task) => position = task.position,
                Err(error) => writeln!(output, "info string position refused: {error}")?,
            },
            Ok(Some(Command::Go(_))) => {
                let best = player.choose(&position, &mut rng);
                let best = best.map_or("0000".to_owned(), |mv| position.uci(mv));
                writeln!(output, "bestmove {best}")?;
            }
            Ok(Some(Command::Quit)) => break,
            // There is nothing to stop, to show or to ponder.
            Ok(_) => {}
            Err(error) => writeln!(output, "info string {error}")?,
        }
        output.flush()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_speaks_uci() {
        let input = "uci\nisready\nsetoption name UCI_Variant value atomic\nucinewgame\n\
                     position fen 4k3/4p3/8/8/8/8/8/K3R2q w - - 0 1\ngo movetime 10\nposition nowhere\nquit\ngo\n";
        let mut output = Vec::new();
        run(ReferencePlayer::FreePieces, 1, input.as_bytes(), &mut output).expect("it is memory");
        let output = String::from_utf8(output).expect("text");
        let lines: Vec<&str> = output.lines().collect();
        assert_eq!(lines.first(), Some(&"id name free-pieces"));
        assert_eq!(lines[lines.len() - 2], "bestmove e1e7");
        assert!(lines[lines.len() - 1].starts_with("info string position needs"), "{output}");
    }
}
