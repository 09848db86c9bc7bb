//! A tournament of the class: rounds of all against all or Swiss, or free pairing. Its games are marked in the database, so it goes on
//! after a restart as it was.

use estopim_protocol::ReasonCode;
use estopim_protocol::bounds::MAX_ROUNDS;
use estopim_protocol::class::{ClassTournament, ProjectorShow, TournamentKind};
use estopim_tournament::{PlayerId, round_robin, swiss};

use super::actor::Actor;
use super::live::{Class, Tournament};
use crate::error::Error;

impl Actor {
    pub(super) async fn start_tournament(
        &mut self,
        kind: TournamentKind,
        rounds: Option<u32>,
    ) -> Result<(), Error> {
        let here = self.class.present_members().filter(|it| self.is_present(&it.seat));
        let players: Vec<String> = here.map(|it| it.seat.clone()).collect();
        if players.len() < 2 {
            return Err(Error::new(
                ReasonCode::NotInClass,
                "expected at least two children who are here",
            ));
        }
        let usual = match kind {
            TournamentKind::RoundRobin => Some(round_robin::rounds(players.len()) as u32),
            TournamentKind::Swiss => Some(swiss::rounds(players.len()) as u32),
            TournamentKind::Arena => None,
        };
        let rounds = usual.map(|usual| rounds.unwrap_or(usual).clamp(1, MAX_ROUNDS));
        self.end_games().await?;
        let mut next = self.class.clone();
        next.state.playing = true;
        next.state.show = ProjectorShow::Wall;
        next.state.tournament = Some(Tournament {
            kind,
            round: 0,
            rounds,
            players,
            byes: Vec::new(),
            from_round: next.state.round + 1,
            over: false,
        });
        if kind == TournamentKind::Arena {
            next.state.round += 1;
            self.commit(next, Vec::new()).await?;
            return self.pair_the_free().await;
        }
        self.commit(next, Vec::new()).await?;
        self.next_round().await
    }

    /// Pairs the next round; those who are away do not play it.
    pub(super) async fn next_round(&mut self) -> Result<(), Error> {
        let none =
            || Error::new(ReasonCode::NotStarted, "there is no tournament whose round is over");
        let Some(tournament) = self.class.state.tournament.clone() else { return Err(none()) };
        let is_last = tournament.rounds.is_some_and(|rounds| tournament.round >= rounds);
        if tournament.over || tournament.kind == TournamentKind::Arena || is_last {
            return Err(none());
        }
        if tournament.round > 0 && !self.is_round_over(&tournament) {
            return Err(Error::new(ReasonCode::GameNotOver, "some games of the round go on"));
        }
        let history = self.class.tournament_history(&tournament, &self.games);
        let number = |seat: &String| self.class.player(seat);
        let all: Vec<PlayerId> = tournament.players.iter().filter_map(number).collect();
        let is_here = |player: &PlayerId| {
            self.class
                .seat_of(*player)
                .is_some_and(|seat| self.class.member(seat).is_some() && self.is_present(seat))
        };
        let round = match tournament.kind {
            // The table is for all; whoever is away loses nothing but the game.
            TournamentKind::RoundRobin => {
                let mut round = round_robin::round(&all, tournament.round as usize);
                round.pairings.retain(|it| is_here(&it.white) && is_here(&it.black));
                round
            }
            TournamentKind::Swiss | TournamentKind::Arena => {
                let here: Vec<PlayerId> = all.iter().copied().filter(is_here).collect();
                swiss::pair(&here, &history)
            }
        };
        let mut next = self.class.clone();
        next.state.round += 1;
        next.state.playing = true;
        if let Some(tournament) = &mut next.state.tournament {
            tournament.round += 1;
            // In a round robin everybody has the same number of byes.
            if tournament.kind == TournamentKind::Swiss {
                let bye = round.bye.and_then(|player| self.class.seat_of(player));
                tournament.byes.extend(bye.map(str::to_owned));
            }
        }
        let matches = round.pairings.iter().filter_map(|it| self.match_of(it)).collect();
        self.start_games(next, matches, true).await
    }

    pub(super) async fn end_tournament(&mut self) -> Result<(), Error> {
        let mut next = self.class.clone();
        let Some(tournament) = &mut next.state.tournament else { return Ok(()) };
        tournament.over = true;
        next.state.playing = false;
        next.state.show = ProjectorShow::Standings;
        self.commit(next, Vec::new()).await
    }

    fn is_round_over(&self, tournament: &Tournament) -> bool {
        let round = tournament.from_round + tournament.round.max(1) - 1;
        let mut of_round =
            self.games.iter().filter(|game| game.in_tournament && game.round >= round);
        of_round.all(|game| game.ended.is_some())
    }

    pub(super) fn tournament_view(&self, class: &Class) -> Option<ClassTournament> {
        let tournament = class.state.tournament.as_ref()?;
        let history = class.tournament_history(tournament, &self.games);
        let players: Vec<PlayerId> =
            tournament.players.iter().filter_map(|seat| class.player(seat)).collect();
        let round_over = self.is_round_over(tournament);
        let is_last = tournament.rounds.is_some_and(|rounds| tournament.round >= rounds);
        Some(ClassTournament {
            kind: tournament.kind,
            round: tournament.round,
            rounds: tournament.rounds,
            round_over,
            over: tournament.over || is_last && round_over,
            standings: self.standing_rows(&players, &history),
        })
    }
}
