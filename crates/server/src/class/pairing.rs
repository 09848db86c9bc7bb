//! Makes games: rounds that the teacher orders, and games for those who are free.

use estopim_protocol::class::{AfterGame, OddChild, PairingMethod, PairingReason, TournamentKind};
use estopim_protocol::{Color, ReasonCode};
use estopim_store::{NewClassGameRow, NewGameRow, Write};
use estopim_tournament::arena::Waiting;
use estopim_tournament::{Pairing, PlayerId, Why, arena, random, swiss};
use rand::Rng;

use super::actor::Actor;
use super::child::no_such_child;
use super::ladder;
use super::live::{Class, ClassGame, Ended};
use super::rows::why_text;
use crate::error::Error;
use crate::game::TeacherOrder;
use crate::game::create::class_game_row;

/// How long children see the end of a game before the next one begins.
const PAUSE_MS: i64 = 6_000;
/// How long two who have just played wait for somebody else.
const PATIENCE_MS: i64 = 8_000;
/// After how long without an opponent a child gets the computer: longer than the patience, so that two who are left play again.
const ALONE_MS: i64 = 10_000;

/// Who plays whom: seats, White first; no second seat means the computer, the same seat twice the two at one device.
pub(super) struct Match {
    white: Option<String>,
    black: Option<String>,
    why: Vec<PairingReason>,
}

/// A reason as it is sent.
fn reason_of(why: Why) -> PairingReason {
    let (key, numbers) = match why {
        Why::Lot => ("lot", vec![]),
        Why::Table => ("table", vec![]),
        Why::SameScore(points) => ("same-score", vec![points]),
        Why::NearScore(more, less) => ("near-score", vec![more, less]),
        Why::FirstMeeting => ("first-meeting", vec![]),
        Why::MetBefore(times) => ("met-before", vec![times]),
        Why::BothFree => ("both-free", vec![]),
        Why::WhiteLessOften => ("white-less-often", vec![]),
        Why::WhiteInTurn => ("white-in-turn", vec![]),
    };
    PairingReason { key: key.to_owned(), numbers }
}

fn plain_reason(key: &str) -> Vec<PairingReason> {
    vec![PairingReason { key: key.to_owned(), numbers: Vec::new() }]
}

/// The row of a game between two seats, with the computer where there is none.
fn game_row(
    class: &Class,
    white: Option<&str>,
    black: Option<&str>,
    now_ms: i64,
) -> Result<NewGameRow, Error> {
    let settings = &class.state.settings;
    let member = |seat: Option<&str>| seat.and_then(|seat| class.member(seat));
    let (setup, start) = ladder::start(settings, [member(white), member(black)])?;
    if start.outcome().is_some() {
        return Err(Error::new(ReasonCode::BadPosition, "the game is over in that position"));
    }
    let level = match settings.odd {
        OddChild::Level { level } => level,
        OddChild::Turns {} => 1,
    };
    let computer = match (white, black) {
        (None, _) => Some((Color::White, level)),
        (_, None) => Some((Color::Black, level)),
        _ => None,
    };
    class_game_row(&class.id, setup, &start, settings.time, [white, black], computer, now_ms)
}

impl Actor {
    /// The children who are here and have no game with another child.
    fn free(&self) -> Vec<PlayerId> {
        let is_free = |seat: &str| {
            let game = self.game_of(seat).filter(|game| game.ended.is_none());
            self.is_present(seat) && game.is_none_or(|game| !game.is_between_children())
        };
        let seats = self.class.present_members().map(|member| member.seat.as_str());
        seats.filter(|seat| is_free(seat)).filter_map(|seat| self.class.player(seat)).collect()
    }

    pub(super) fn match_of(&self, pairing: &Pairing) -> Option<Match> {
        Some(Match {
            white: Some(self.class.seat_of(pairing.white)?.to_owned()),
            black: Some(self.class.seat_of(pairing.black)?.to_owned()),
            why: pairing.why.iter().copied().map(reason_of).collect(),
        })
    }

    /// The game of a child without an opponent: two at one device play each other, others the computer or nobody.
    fn match_alone(&self, player: PlayerId) -> Option<Match> {
        let member = self.class.members.get(player.0 as usize)?;
        let seat = Some(member.seat.clone());
        if member.extra.partner.is_some() {
            return Some(Match {
                white: seat.clone(),
                black: seat,
                why: plain_reason("one-device"),
            });
        }
        match self.class.state.settings.odd {
            OddChild::Turns {} => None,
            OddChild::Level { .. } => {
                let is_white = rand::rng().random();
                let (white, black) = if is_white { (seat, None) } else { (None, seat) };
                Some(Match { white, black, why: plain_reason("odd") })
            }
        }
    }

    /// Pairs all who are here and free, and starts.
    pub(super) async fn pair(
        &mut self,
        method: PairingMethod,
        pairs: &[[String; 2]],
    ) -> Result<(), Error> {
        let free = self.free();
        let history = self.class.history(&self.games);
        let mut matches = Vec::new();
        match method {
            PairingMethod::ByHand => {
                let mut seen = std::collections::HashSet::new();
                for [white, black] in pairs {
                    let known =
                        self.class.member(white).is_some() && self.class.member(black).is_some();
                    if !known || white == black || !seen.insert(white) || !seen.insert(black) {
                        return Err(no_such_child());
                    }
                    let (white, black) = (Some(white.clone()), Some(black.clone()));
                    matches.push(Match { white, black, why: plain_reason("by-hand") });
                }
            }
            PairingMethod::Random | PairingMethod::ByResults => {
                let round = if method == PairingMethod::Random {
                    random::pair(&free, &history, &mut |below| rand::rng().random_range(0..below))
                } else {
                    swiss::pair(&free, &history)
                };
                matches.extend(round.pairings.iter().filter_map(|it| self.match_of(it)));
                matches.extend(round.bye.and_then(|alone| self.match_alone(alone)));
            }
        }
        if matches.is_empty() {
            return Err(Error::new(ReasonCode::NotInClass, "nobody is here and free"));
        }
        let mut next = self.class.clone();
        next.state.round += 1;
        next.state.playing = true;
        next.state.show = estopim_protocol::class::ProjectorShow::Wall;
        self.start_games(next, matches, false).await
    }

    /// Writes games with the change of the class that makes them, and starts them. Games that their players had are ended.
    pub(super) async fn start_games(
        &mut self,
        next: Class,
        matches: Vec<Match>,
        in_tournament: bool,
    ) -> Result<(), Error> {
        let (now_ms, round) = (self.now_ms(), next.state.round);
        let busy: Vec<String> = matches
            .iter()
            .flat_map(|it| [&it.white, &it.black])
            .flatten()
            .filter_map(|seat| self.game_of(seat).filter(|game| game.ended.is_none()))
            .map(|game| game.id.clone())
            .collect();
        for game in busy {
            self.classes.games.teach(&game, TeacherOrder::End).await?;
        }
        let (mut writes, mut made) = (Vec::new(), Vec::new());
        for Match { white, black, why } in matches {
            let row = game_row(&next, white.as_deref(), black.as_deref(), now_ms)?;
            writes.push(Write::PutClassGame(Box::new(NewClassGameRow {
                game: row.id.clone(),
                class: next.id.clone(),
                round: round.into(),
                tournament: in_tournament.into(),
                why: why_text(&why),
            })));
            made.push(ClassGame {
                id: row.id.clone(),
                round,
                in_tournament,
                why,
                white,
                black,
                made_ms: now_ms,
                ended: None,
            });
            writes.push(Write::Create(Box::new(row)));
        }
        self.commit(next, writes).await?;
        for game in made {
            for seat in [&game.white, &game.black].into_iter().flatten() {
                self.free_since_ms.remove(seat);
            }
            let id = game.id.clone();
            self.games.push(game);
            self.classes.games.start_task(&id);
        }
        Ok(())
    }

    /// Pairs those who are free, once children play and the teacher wants it so.
    pub(super) async fn pair_the_free(&mut self) -> Result<(), Error> {
        let state = &self.class.state;
        let is_arena = state
            .tournament
            .as_ref()
            .is_some_and(|it| it.kind == TournamentKind::Arena && !it.over);
        let in_rounds = state
            .tournament
            .as_ref()
            .is_some_and(|it| it.kind != TournamentKind::Arena && !it.over);
        let wanted = state.settings.after_game == AfterGame::NewOpponent || is_arena;
        if !state.playing
            || !wanted
            || in_rounds
            || state.frozen_since_ms.is_some()
            || state.question.is_some()
        {
            return Ok(());
        }
        let now_ms = self.now_ms();
        let players = state.tournament.as_ref().filter(|_| is_arena).map(|it| it.players.clone());
        let free = self.free();
        let mut waiting = Vec::new();
        for player in free {
            let Some(seat) = self.class.seat_of(player).map(str::to_owned) else { continue };
            let since_ms = *self.free_since_ms.entry(seat.clone()).or_insert(now_ms);
            // Who has just finished looks at the end for a while; who plays the computer is free at once.
            let paused = self.game_of(&seat).is_some_and(|game| game.ended.is_some());
            if !paused || now_ms - since_ms >= PAUSE_MS {
                waiting.push(Waiting { player, waited_ms: now_ms - since_ms });
            }
        }
        if waiting.is_empty() {
            return Ok(());
        }
        let history = self.class.history(&self.games);
        let others_play =
            self.of_lesson().any(|game| game.ended.is_none() && game.is_between_children());
        let pairings = arena::pair(&waiting, &history, PATIENCE_MS, others_play);
        let mut matches: Vec<Match> = pairings.iter().filter_map(|it| self.match_of(it)).collect();
        // Who is still alone after a while gets a game all the same.
        let paired =
            |player: PlayerId| pairings.iter().any(|it| it.white == player || it.black == player);
        for alone in waiting.iter().filter(|it| !paired(it.player) && it.waited_ms >= ALONE_MS) {
            let is_busy =
                self.class.seat_of(alone.player).is_some_and(|seat| self.is_playing(seat));
            if !is_busy {
                matches.extend(self.match_alone(alone.player));
            }
        }
        if matches.is_empty() {
            return Ok(());
        }
        let mut next = self.class.clone();
        if let (Some(tournament), Some(players)) = (&mut next.state.tournament, players) {
            let late = waiting.iter().filter_map(|it| self.class.seat_of(it.player));
            tournament.players.extend(
                late.filter(|seat| !players.iter().any(|it| it == seat)).map(str::to_owned),
            );
        }
        self.start_games(next, matches, is_arena).await
    }

    /// Ends all games that go on.
    pub(super) async fn end_games(&mut self) -> Result<(), Error> {
        let mut next = self.class.clone();
        next.state.playing = false;
        self.commit(next, Vec::new()).await?;
        let open = self.of_lesson().filter(|game| game.ended.is_none()).map(|game| game.id.clone());
        for game in open.collect::<Vec<_>>() {
            self.classes.games.teach(&game, TeacherOrder::End).await?;
        }
        Ok(())
    }

    /// Everybody plays from a position, against the same opponent.
    pub(super) async fn set_position(&mut self, fen: &str) -> Result<(), Error> {
        let mut next = self.class.clone();
        next.state.settings.setup = fen.trim().to_owned();
        next.state.settings.ladder = false;
        next.state.round += 1;
        let (mut matches, mut seen) = (Vec::new(), std::collections::HashSet::new());
        for game in self.of_lesson().collect::<Vec<_>>().into_iter().rev() {
            let seats: Vec<&String> = [&game.white, &game.black].into_iter().flatten().collect();
            if game.ended.is_none() && seats.iter().all(|seat| !seen.contains(*seat)) {
                seen.extend(seats.into_iter().cloned());
                let (white, black) = (game.white.clone(), game.black.clone());
                matches.push(Match { white, black, why: plain_reason("position") });
            }
        }
        self.start_games(next, matches, false).await
    }

    /// Counts finished games on the ladder, each once.
    pub(super) async fn count_on_ladder(&mut self) -> Result<(), Error> {
        let state = &self.class.state;
        let Some(base) = ladder::rung_of(&state.settings.setup).filter(|_| state.settings.ladder)
        else {
            return Ok(());
        };
        let mut next = self.class.clone();
        for game in self.of_lesson().filter(|game| game.is_between_children()) {
            let Some(ended) = game.ended.filter(|ended| *ended != Ended::Aborted) else { continue };
            if next.state.counted.contains(&game.id) {
                continue;
            }
            next.state.counted.push(game.id.clone());
            for (seat, color) in [(&game.white, Color::White), (&game.black, Color::Black)] {
                let won = match ended {
                    Ended::Won(winner) => Some(winner == color),
                    Ended::Drawn | Ended::Aborted => None,
                };
                if let Some(member) = seat.as_deref().and_then(|seat| next.member_mut(seat)) {
                    ladder::count(&mut member.extra, base, won);
                }
            }
        }
        if next == self.class { Ok(()) } else { self.commit(next, Vec::new()).await }
    }
}
