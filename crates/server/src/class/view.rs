//! What each screen sees of a class.

use std::collections::BTreeMap;

use estopim_protocol::Color;
use estopim_protocol::class::{
    AnswerCount, ClassClaim, ClassMember, ClassQuestion, ClassScreen, ClassStanding, ClassView,
    ClassYou, MemberState,
};
use estopim_tournament::{History, PlayerId, standings};

use super::actor::Actor;
use super::ladder;
use super::live::Member;
use crate::config::ClassMode;

/// After how long without a move a child counts as stuck.
const STUCK_MS: i64 = 60_000;

impl Actor {
    pub(super) fn view(&self, screen: ClassScreen, seat: Option<&str>) -> ClassView {
        let (class, state) = (&self.class, &self.class.state);
        let is_child = screen == ClassScreen::Child;
        let is_teacher = screen == ClassScreen::Teacher;
        let players: Vec<PlayerId> =
            class.present_members().filter_map(|it| class.player(&it.seat)).collect();
        let standings = if is_child {
            Vec::new()
        } else {
            self.standing_rows(&players, &class.history(&self.games))
        };
        let claims = self.claims.iter().filter(|_| is_teacher);
        let mode = self.classes.games.context.config.class_mode.as_ref().filter(|_| !is_child);
        ClassView {
            code: class.code.clone(),
            name: class.name.clone(),
            screen,
            frozen: state.frozen_since_ms.is_some(),
            round: state.round,
            settings: state.settings.clone(),
            you: seat.and_then(|seat| class.member(seat)).map(|member| ClassYou {
                seat: member.seat.clone(),
                game: self.game_of(&member.seat).map(|game| game.id.clone()),
                hand: member.extra.hand,
            }),
            members: class.present_members().map(|it| self.member_view(it, screen)).collect(),
            claims: claims
                .map(|(claim, _, seat)| ClassClaim { claim: *claim, seat: seat.clone() })
                .collect(),
            question: self.question_view(is_teacher, seat),
            standings,
            tournament: if is_child { None } else { self.tournament_view(class) },
            spotlight: state.spotlight.clone().filter(|_| !is_child),
            show: state.show,
            addresses: mode.map(ClassMode::addresses).unwrap_or_default(),
            devices: if is_child { 0 } else { self.classes.index().devices() },
        }
    }

    fn member_view(&self, member: &Member, screen: ClassScreen) -> ClassMember {
        let is_teacher = screen == ClassScreen::Teacher;
        // A child is told nothing of how others are.
        let told = screen != ClassScreen::Child;
        let settings = &self.class.state.settings;
        let base = ladder::rung_of(&settings.setup).filter(|_| settings.ladder);
        ClassMember {
            seat: member.seat.clone(),
            figure: member.figure.clone(),
            partner: member.extra.partner.clone(),
            state: if told { self.state_of(&member.seat) } else { MemberState::Waiting },
            hand: is_teacher && member.extra.hand,
            game: self.game_of(&member.seat).filter(|_| told).map(|game| game.id.clone()),
            rung: base
                .filter(|_| told)
                .map(|base| ladder::setup_of(member.extra.rung.unwrap_or(base)).to_owned()),
            extra_pawns: if is_teacher { member.extra.extra_pawns } else { 0 },
            losses_in_row: if is_teacher { self.losses_in_row(&member.seat) } else { 0 },
            card: Some(member.card.clone()).filter(|_| is_teacher),
        }
    }

    fn state_of(&self, seat: &str) -> MemberState {
        if !self.is_present(seat) {
            return MemberState::Away;
        }
        let game = self.game_of(seat).filter(|game| game.ended.is_none());
        let Some(board) = game.and_then(|game| self.boards.get(&game.id)) else {
            return if game.is_some() { MemberState::Playing } else { MemberState::Waiting };
        };
        let mover = match board.turn {
            Color::White => &board.white,
            Color::Black => &board.black,
        };
        let is_to_move = mover.as_deref() == Some(seat);
        let stands_still = self.class.state.frozen_since_ms.is_some();
        if is_to_move && board.can_win {
            MemberState::CanWin
        } else if is_to_move && !stands_still && self.now_ms() - board.moved_ms >= STUCK_MS {
            MemberState::Stuck
        } else {
            MemberState::Playing
        }
    }

    /// How many games a child has lost since it last did not.
    fn losses_in_row(&self, seat: &str) -> u8 {
        use super::live::Ended;
        let games: Vec<_> =
            self.of_lesson().filter(|game| game.has(seat) && game.is_between_children()).collect();
        let lost =
            games.iter().rev().filter(|game| game.ended.is_some_and(|it| it != Ended::Aborted));
        let lost = lost.take_while(|game| {
            let color =
                if game.white.as_deref() == Some(seat) { Color::White } else { Color::Black };
            matches!(game.ended, Some(Ended::Won(winner)) if winner != color)
        });
        lost.count().min(usize::from(u8::MAX)) as u8
    }

    fn question_view(&self, is_teacher: bool, seat: Option<&str>) -> Option<ClassQuestion> {
        let question = self.class.state.question.as_ref()?;
        let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
        for uci in self.answers.values() {
            *counts.entry(uci).or_default() += 1;
        }
        let mut answers: Vec<AnswerCount> = counts
            .into_iter()
            .map(|(uci, count)| AnswerCount { uci: uci.to_owned(), count })
            .collect();
        answers.sort_by_key(|answer| std::cmp::Reverse(answer.count));
        Some(ClassQuestion {
            number: question.number,
            variant: question.variant,
            fen: question.fen.clone(),
            answered: if seat.is_some() { 0 } else { self.answers.len() as u32 },
            answers: if is_teacher || question.revealed { answers } else { Vec::new() },
            revealed: question.revealed,
            mine: seat.and_then(|seat| self.answers.get(seat)).cloned(),
        })
    }

    pub(super) fn standing_rows(
        &self,
        players: &[PlayerId],
        history: &History,
    ) -> Vec<ClassStanding> {
        let row = |row: estopim_tournament::Standing| {
            Some(ClassStanding {
                seat: self.class.seat_of(row.player)?.to_owned(),
                rank: row.rank,
                half_points: row.half_points,
                played: row.played,
                wins: row.wins,
                draws: row.draws,
                losses: row.losses,
                buchholz: row.buchholz,
                sonneborn_berger: row.sonneborn_berger,
            })
        };
        standings(players, history).into_iter().filter_map(row).collect()
    }
}
