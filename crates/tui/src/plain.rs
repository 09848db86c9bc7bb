//! The game in plain lines: a board, a question, an answer. For pipes, scripts, screen readers, and
//! terminals that can do no more.

use std::io::{self, BufRead, Write};

use estopim_play::computer::consent_to;
use estopim_play::remarks::{occasions, on_end};
use estopim_play::state::{Command as StateCommand, Consent, Event};
use estopim_play::{OfferKind, RemarkKind, Remarks};
use estopim_protocol::read_move;
use estopim_rules::{Color, File, Game, Move, Rank, Square};

use crate::clock::Now;
use crate::computer::{self, Answer};
use crate::session::{GameSession, PlayerKind};
use crate::settings::Switch;
use crate::texts::Texts;
use crate::typed::Command;
use crate::view::figurine;
use crate::words;

/// How lines are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Signs {
    /// Letters, upper case for White.
    Letters,
    /// The chess signs of Unicode.
    Figurines,
}

/// Whether input is echoed, because input from a pipe is not visible otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Echo {
    On,
    Off,
}

/// How a plain game is played.
pub struct PlainOptions {
    /// How pieces are written.
    pub signs: Signs,
    /// Whether what is read is repeated.
    pub echo: Echo,
    /// Whether the computer talks.
    pub remarks: Switch,
    /// Seed of the random number generator.
    pub seed: u64,
    /// Today, as PGN writes it.
    pub date: String,
}

/// Plays a game line by line until it ends, the input ends, or the player leaves.
pub fn run(
    session: GameSession,
    texts: &Texts,
    options: &PlainOptions,
    input: impl BufRead,
    output: impl Write,
) -> io::Result<()> {
    let remarks = Remarks::new(options.seed, None);
    Plain { session, texts, options, output, remarks, expected: None }.run(input)
}

struct Plain<'a, W> {
    session: GameSession,
    texts: &'a Texts,
    options: &'a PlainOptions,
    output: W,
    remarks: Remarks,
    /// The computer's evaluation for itself after its last move, in centipawns.
    expected: Option<i32>,
}

/// Plain games have no clock, so every moment is the same.
const TIMELESS: Now = Now(0);

impl<W: Write> Plain<'_, W> {
    fn run(mut self, mut input: impl BufRead) -> io::Result<()> {
        let variant = self.session.game().variant();
        let name = self.texts.get(&format!("variant-{variant}"));
        let line = self.texts.get(&format!("variant-{variant}-line"));
        self.say("plain-welcome", &[("name", &name), ("line", &line)])?;
        self.remark(RemarkKind::Greeting, &[])?;
        self.board()?;
        let mut text = String::new();
        while self.session.end().is_none() {
            if let PlayerKind::Computer(level) = self.session.player_to_move() {
                let seed = self.options.seed ^ self.session.played().len() as u64;
                let answer = computer::choose_now(self.session.game(), level, seed);
                match answer.mv {
                    Some(mv) => self.play_computers(mv, &answer)?,
                    None => break,
                }
                continue;
            }
            let color = words::color(self.texts, self.session.turn());
            let question = self.texts.with("plain-ask", &[("color", &color)]);
            write!(self.output, "{question} ")?;
            self.output.flush()?;
            text.clear();
            if input.read_line(&mut text)? == 0 {
                writeln!(self.output)?;
                break;
            }
            let line = text.trim();
            if self.options.echo == Echo::On {
                writeln!(self.output, "{line}")?;
            }
            if line.is_empty() {
                continue;
            }
            match Command::read(line) {
                Some(Command::Quit) => break,
                Some(command) => self.obey(command)?,
                None => match read_move(self.session.game(), line) {
                    Ok(mv) => {
                        self.play(mv)?;
                        self.board()?;
                    }
                    Err(problem) => {
                        let reason = words::refusal(self.texts, &problem);
                        writeln!(self.output, "{reason}")?;
                    }
                },
            }
        }
        self.status()
    }

    fn say(&mut self, name: &str, arguments: &[(&str, &str)]) -> io::Result<()> {
        writeln!(self.output, "{}", self.texts.with(name, arguments))
    }

    /// The computer says something, if it plays against a person.
    fn remark(&mut self, kind: RemarkKind, args: &[(&str, &str)]) -> io::Result<()> {
        if self.options.remarks.is_on() && self.session.only_human().is_some() {
            let name = self.texts.get("computer-name");
            let remark = self.texts.with(&self.remarks.next_key(kind), args);
            writeln!(self.output, "{name}: {remark}")?;
        }
        Ok(())
    }

    fn play(&mut self, mv: Move) -> io::Result<()> {
        let Ok(played) = self.session.play(mv, TIMELESS).cloned() else { return Ok(()) };
        let color = words::color(self.texts, played.by);
        self.say("plain-played", &[("color", &color), ("san", &played.san)])?;
        if played.explosion.is_some() {
            let gone: Vec<String> =
                played.gone.iter().map(|&piece| words::piece(self.texts, piece)).collect();
            let square = mv.to().to_string();
            self.say("plain-exploded", &[("square", &square), ("pieces", &gone.join(", "))])?;
        }
        if played.check && self.session.end().is_none() {
            let color = words::color(self.texts, self.session.turn());
            self.say("plain-check", &[("color", &color)])?;
        }
        Ok(())
    }

    /// Plays the computer's move, with a remark now and then.
    fn play_computers(&mut self, mv: Move, answer: &Answer) -> io::Result<()> {
        let before = *self.session.position();
        self.play(mv)?;
        let found = occasions(&before, mv, self.expected, Some(answer.before));
        self.expected = Some(answer.after);
        if self.session.end().is_none()
            && let Some(kind) = self.remarks.choose(&found)
        {
            let (square, san) = (mv.to().to_string(), before.san(mv));
            self.remark(kind, &[("square", &square), ("move", &san)])?;
        }
        self.board()
    }

    fn obey(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Moves => {
                let position = *self.session.position();
                let mut moves: Vec<String> =
                    position.legal_moves().into_iter().map(|mv| position.san(mv)).collect();
                moves.sort();
                let count = moves.len().to_string();
                self.say("plain-moves", &[("count", &count), ("moves", &moves.join(" "))])
            }
            Command::Board => self.board(),
            Command::Pieces => self.pieces(),
            Command::Undo => self.step_back(),
            Command::Redo => {
                if self.session.redo(TIMELESS) {
                    self.say("plain-redone", &[])?;
                    self.board()
                } else {
                    self.say("notice-no-redo", &[])
                }
            }
            Command::Fen => {
                let fen = self.session.position().fen();
                writeln!(self.output, "{fen}")
            }
            Command::Pgn => {
                let names = Color::ALL.map(|color| words::color(self.texts, color));
                let pgn = self.session.pgn(&names, &self.options.date);
                write!(self.output, "{pgn}")
            }
            Command::Hint => match computer::hint_now(*self.session.position()) {
                Some(mv) => {
                    let san = self.session.position().san(mv);
                    self.say("notice-hint", &[("san", &san)])
                }
                None => Ok(()),
            },
            Command::Resign => {
                let by = self.session.turn();
                self.command(StateCommand::Resign { by })
            }
            Command::Draw => self.offer_draw(),
            Command::Help => self.say("plain-help", &[]),
            Command::Quit => Ok(()),
        }
    }

    /// Takes a move back; against the computer its move too.
    fn step_back(&mut self) -> io::Result<()> {
        if self.session.undo(TIMELESS).is_ok() {
            self.say("plain-undone", &[])?;
            self.board()
        } else {
            self.say("notice-no-undo", &[])
        }
    }

    /// Two people agree by both offering; the computer accepts if it does not stand better.
    fn offer_draw(&mut self) -> io::Result<()> {
        let (kind, by) = (OfferKind::Draw, self.session.turn());
        if let Some(offerer) = self.session.offers().draw {
            return self.command(StateCommand::Accept { kind, by: !offerer });
        }
        let consent = if self.session.only_human().is_some() {
            // The person is to move, so the computer's evaluation is the negation.
            let own_score_cp = -computer::evaluate_now(self.session.game());
            consent_to(kind, Some(own_score_cp), self.session.played().len())
        } else {
            Consent::Awaited
        };
        self.command(StateCommand::Offer { kind, by, consent })
    }

    /// Executes a command that is not a move, and prints its result.
    fn command(&mut self, command: StateCommand) -> io::Result<()> {
        match self.session.command(command, TIMELESS).as_deref() {
            Ok([.., Event::Declined(_)]) => self.say("notice-draw-declined", &[]),
            Ok([Event::Offered { by, .. }]) => {
                let color = words::color(self.texts, *by);
                self.say("plain-draw-offered", &[("color", &color)])
            }
            Ok(_) => Ok(()),
            Err(&rejection) => {
                let reason = words::refusal(self.texts, &rejection.into());
                writeln!(self.output, "{reason}")
            }
        }
    }

    /// The pieces of both sides with their squares, for screen readers.
    fn pieces(&mut self) -> io::Result<()> {
        let board = *self.session.position().board();
        for color in Color::ALL {
            let mut pieces: Vec<(estopim_rules::Role, Square)> = board
                .color(color)
                .into_iter()
                .filter_map(|square| Some((board.role_at(square)?, square)))
                .collect();
            pieces.sort_by_key(|&(role, square)| (std::cmp::Reverse(role), square));
            let list: Vec<String> = pieces
                .into_iter()
                .map(|(role, square)| format!("{} {square}", words::role(self.texts, role)))
                .collect();
            let color = words::color(self.texts, color);
            self.say("plain-pieces", &[("color", &color), ("pieces", &list.join(", "))])?;
        }
        Ok(())
    }

    fn board(&mut self) -> io::Result<()> {
        let lines = board_lines(self.session.game(), self.options.signs);
        write!(self.output, "\n{lines}\n")
    }

    /// How things stand when the game or the input has ended.
    fn status(&mut self) -> io::Result<()> {
        if let Some(end) = self.session.end() {
            let ending = words::ending(self.texts, end, self.session.only_human());
            let result = match end.winner() {
                Some(Color::White) => "1-0",
                Some(Color::Black) => "0-1",
                None => "1/2-1/2",
            };
            self.say("plain-result", &[("ending", &ending), ("result", result)])?;
            let human = self.session.only_human();
            if let Some(kind) = human.and_then(|human| on_end(end, !human)) {
                self.remark(kind, &[])?;
            }
        } else {
            let color = words::color(self.texts, self.session.turn());
            let count = self.session.played().len().to_string();
            self.say("plain-unfinished", &[("color", &color), ("count", &count)])?;
        }
        let fen = self.session.position().fen();
        self.say("plain-position", &[("fen", &fen)])?;
        self.output.flush()
    }
}

/// The board as text, White at the bottom.
fn board_lines(game: &Game, signs: Signs) -> String {
    let board = game.position().board();
    let mut lines = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        lines.push(rank.digit());
        for file in File::ALL {
            let sign = match (board.piece_at(Square::new(file, rank)), signs) {
                (Some(piece), Signs::Letters) => piece.letter(),
                (Some(piece), Signs::Figurines) => figurine(piece),
                (None, _) => '.',
            };
            lines.push(' ');
            lines.push(sign);
        }
        lines.push('\n');
    }
    lines.push_str("  a b c d e f g h\n");
    lines
}

#[cfg(test)]
mod tests {
    use estopim_engine::Level;
    use estopim_rules::{AnyPosition, Variant};

    use super::*;
    use crate::computer::QuestionId;
    use crate::texts::Lang;
    use estopim_play::TimeControl;

    /// White has a rook more, and thirty plies are played.
    fn ending(seats: [PlayerKind; 2]) -> GameSession {
        let start = AnyPosition::from_fen(Variant::Chess, "k7/8/8/8/8/8/8/K6R w - - 0 1");
        let mut game = Game::from_position(start.expect("a sound position"));
        let rook = "h1h2 h2h3 h3h4 h4h5 h5h6 h6g6 g6g5 g5g4 g4g3 g3g2 g2f2 f2f3 f3f4 f4f5 f5f6";
        for (mv, reply) in rook.split(' ').zip(["a8b8", "b8a8"].into_iter().cycle()) {
            game.play_uci(mv).and_then(|_| game.play_uci(reply)).expect("legal moves");
        }
        GameSession::of_game(game, seats, TimeControl::Unlimited)
    }

    #[test]
    fn the_computer_remarks_on_a_blunder() {
        let texts = Texts::new(Lang::En);
        let blunders: Vec<String> =
            (1..=RemarkKind::COUNT).map(|n| texts.get(&RemarkKind::Blunder.key(n))).collect();
        let answer = |before| Answer { id: QuestionId::default(), mv: None, before, after: 0 };
        let remarks_on = |before: i32| {
            let remarks = |seed| {
                let seats = [PlayerKind::Computer(Level::DEFAULT), PlayerKind::Human];
                let options = options(Switch::On);
                let mut said = Vec::new();
                let mut plain = Plain {
                    session: ending(seats),
                    texts: &texts,
                    options: &options,
                    output: &mut said,
                    remarks: Remarks::new(seed, None),
                    expected: Some(0),
                };
                let mv = plain.session.position().parse_uci("f6f5").expect("a legal move");
                plain.play_computers(mv, &answer(before)).expect("it is written");
                assert_eq!(plain.expected, Some(0));
                let said = String::from_utf8(said).expect("text");
                blunders.iter().any(|text| said.contains(text.as_str()))
            };
            (0..50).filter(|&seed| remarks(seed)).count()
        };
        assert!((15..45).contains(&remarks_on(900)), "most blunders are remarked on");
        assert_eq!(remarks_on(100), 0, "no blunder");
    }

    fn options(remarks: Switch) -> PlainOptions {
        PlainOptions {
            signs: Signs::Letters,
            echo: Echo::Off,
            remarks,
            seed: 1,
            date: "2026.01.02".to_owned(),
        }
    }

    fn says_to_draw(seats: [PlayerKind; 2]) -> String {
        let options = options(Switch::Off);
        let mut said = Vec::new();
        let texts = Texts::new(Lang::En);
        run(ending(seats), &texts, &options, "draw\n".as_bytes(), &mut said)
            .expect("it is written");
        String::from_utf8(said).expect("it is text")
    }

    #[test]
    fn the_computer_takes_a_draw_where_it_stands_worse_and_only_there() {
        let computer = PlayerKind::Computer(Level::new(1).expect("a level"));
        let worse = says_to_draw([PlayerKind::Human, computer]);
        assert!(worse.contains("(1/2-1/2)"), "{worse}");
        let better = says_to_draw([computer, PlayerKind::Human]);
        assert!(better.contains("The draw is declined."), "{better}");
    }
}
