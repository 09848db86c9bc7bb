//! A game with everything that people and programs say about games, made up at random.

use std::time::Duration;

use estopim_rules::{
    AnyPosition, Color, Move, Nag, PgnEval, PgnGame, PgnLine, PgnMove, PgnResult, PgnScore,
};

use crate::support::random::Random;

/// Words that would mean something outside a comment, among others.
const WORDS: [&str; 20] = [
    "a", "good", "move", "é", "½", "(", ")", "{", ";", "%", "$1", "1-0", "*", "[Event", "\"x\"]",
    "[%csl", "Ga1]", "[%", "--", "12...",
];

/// The moves given, with comments, judgements, clocks, evaluations and variations.
pub fn annotated_game(
    start: AnyPosition,
    plies: impl Iterator<Item = (AnyPosition, Move)>,
    random: &mut Random,
) -> PgnGame {
    let mut game = PgnGame::new(start);
    game.tags.set("White", comment(random));
    game.tags.set("Termination", "normal");
    game.line.comments = comments(random);
    game.line.moves = plies.map(|(before, mv)| annotated_move(&before, mv, 3, random)).collect();
    game.result = random.pick(&[
        PgnResult::Win(Color::White),
        PgnResult::Win(Color::Black),
        PgnResult::Draw,
        PgnResult::Unknown,
    ]);
    game
}

fn annotated_move(before: &AnyPosition, mv: Move, depth: usize, random: &mut Random) -> PgnMove {
    let mut played = PgnMove::new(mv);
    if random.percent(15) {
        played.nags = vec![Nag(random.below(128) as u8), Nag(128 + random.below(128) as u8)];
    }
    if random.percent(20) {
        played.clock = Some(Duration::from_millis(random.below(100_000_000) as u64));
    }
    if random.percent(10) {
        played.elapsed = Some(Duration::from_secs(random.below(10_000) as u64));
    }
    if random.percent(20) {
        let number = random.below(20_000) as i32 - 10_000;
        let score = random.pick(&[PgnScore::Centipawns(number), PgnScore::MateIn(number / 100)]);
        played.eval = Some(PgnEval { score, depth: random.pick(&[None, Some(22)]) });
    }
    played.comments = comments(random);
    while depth > 0 && random.percent(15) {
        played.variations.push(variation(before, depth - 1, random));
    }
    played
}

/// A few moves instead of the one played; not none, and not nothing said.
fn variation(start: &AnyPosition, depth: usize, random: &mut Random) -> PgnLine {
    let mut line = PgnLine { comments: comments(random), moves: Vec::new() };
    let mut position = *start;
    for _ in 0..=random.below(6) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = random.pick(&moves);
        line.moves.push(annotated_move(&position, mv, depth, random));
        position.play_unchecked(mv);
    }
    line
}

fn comments(random: &mut Random) -> Vec<String> {
    let mut comments = Vec::new();
    while random.percent(20) {
        comments.push(comment(random));
    }
    comments
}

fn comment(random: &mut Random) -> String {
    let words: Vec<&str> = (0..=random.below(30)).map(|_| random.pick(&WORDS)).collect();
    words.join(" ")
}
