//! Positions put on the board piece by piece, rich in what games rarely show: kings side by side, rights alive
//! with rooks anywhere, en passant with a king in the line, pawns about to arrive, one king gone.
//!
//! What comes out is well-formed text, but may be a position that the rules refuse; the caller asks.

use super::random::Random;
use crate::oracle::Ruleset;

/// A FEN of this ruleset with six fields.
pub fn random_placement(ruleset: Ruleset, random: &mut Random) -> String {
    let mut draft = Draft::new(ruleset, random);
    if ruleset != Ruleset::PawnBattle {
        draft.place_kings();
    }
    if ruleset != Ruleset::SimpleAtomic && draft.random.percent(35) {
        draft.place_double_step();
    }
    draft.place_crowd();
    if draft.random.percent(6) {
        draft.end_the_game();
    }
    if draft.random.percent(3) {
        draft.spoil();
    }
    draft.into_fen()
}

const WHITE: usize = 0;
const BLACK: usize = 1;
/// At most this many pieces and pawns a side, as in a game.
const MOST_PIECES: usize = 16;
const MOST_PAWNS: usize = 8;

struct Draft<'r> {
    ruleset: Ruleset,
    random: &'r mut Random,
    /// Piece letters by square, a1 first; a dot where empty.
    board: [u8; 64],
    turn: usize,
    /// Squares that must stay empty for the double step to have been possible.
    reserved: Vec<usize>,
    stepped_over: Option<usize>,
    /// Squares of the rooks that may castle, by side.
    castling_rooks: [Vec<usize>; 2],
}

impl<'r> Draft<'r> {
    fn new(ruleset: Ruleset, random: &'r mut Random) -> Self {
        let turn = random.pick(&[WHITE, BLACK]);
        Self {
            ruleset,
            random,
            board: [b'.'; 64],
            turn,
            reserved: Vec::new(),
            stepped_over: None,
            castling_rooks: [Vec::new(), Vec::new()],
        }
    }

    fn has_castling(&self) -> bool {
        matches!(self.ruleset, Ruleset::Chess | Ruleset::Atomic | Ruleset::StrictAtomic)
    }

    fn is_free(&self, square: usize) -> bool {
        self.board[square] == b'.' && !self.reserved.contains(&square)
    }

    fn put(&mut self, side: usize, letter: u8, square: usize) {
        self.board[square] = if side == WHITE { letter.to_ascii_uppercase() } else { letter };
    }

    fn count(&self, side: usize, wanted: impl Fn(u8) -> bool) -> usize {
        let of_side = |letter: u8| letter.is_ascii_uppercase() == (side == WHITE);
        self.board
            .iter()
            .filter(|&&letter| {
                letter != b'.' && of_side(letter) && wanted(letter.to_ascii_lowercase())
            })
            .count()
    }

    fn free_square(&mut self) -> usize {
        loop {
            let square = self.random.below(64);
            if self.is_free(square) {
                return square;
            }
        }
    }

    fn place_kings(&mut self) {
        let mut first = self.random.pick(&[WHITE, BLACK]);
        let castlers = if self.has_castling() { self.random.pick(&[0, 0, 1, 1, 2]) } else { 0 };
        for _ in 0..castlers {
            self.place_castling_side(first);
            first = 1 - first;
        }
        for side in [first, 1 - first] {
            if self.count(side, |letter| letter == b'k') == 0 {
                let square = self.king_square(side);
                self.put(side, b'k', square);
            }
        }
    }

    /// Anywhere, or close to the other king if that one stands already.
    fn king_square(&mut self, side: usize) -> usize {
        let other = if side == WHITE { b'k' } else { b'K' };
        let Some(enemy) = self.board.iter().position(|&letter| letter == other) else {
            return self.free_square();
        };
        let farthest = self.random.pick(&[1, 2, 2, 3, 7]);
        loop {
            let square = self.free_square();
            if distance(square, enemy) <= farthest {
                return square;
            }
        }
    }

    /// A king on its first rank with one or two rooks that may castle, classic or wherever Chess960 has them.
    fn place_castling_side(&mut self, side: usize) {
        let rank = if side == WHITE { 0 } else { 56 };
        let classic = self.random.percent(50);
        let king = if classic { 4 } else { self.random.below(8) };
        let mut rooks = if classic {
            vec![0, 7]
        } else {
            let low = (king > 0).then(|| self.random.below(king));
            let high = (king < 7).then(|| king + 1 + self.random.below(7 - king));
            low.into_iter().chain(high).collect()
        };
        if rooks.len() == 2 && self.random.percent(40) {
            rooks.remove(self.random.below(2));
        }
        self.put(side, b'k', rank + king);
        for rook in rooks {
            self.put(side, b'r', rank + rook);
            self.castling_rooks[side].push(rank + rook);
        }
    }

    /// The side not to move has just made a double step, usually beside an enemy pawn.
    fn place_double_step(&mut self) {
        let file = self.random.below(8);
        // Home, stepped-over and arrival rank of the side not to move.
        let [home, over, arrival] = if self.turn == BLACK { [1, 2, 3] } else { [6, 5, 4] };
        let square = |rank: usize| rank * 8 + file;
        if [home, over, arrival].into_iter().any(|rank| !self.is_free(square(rank))) {
            return;
        }
        self.put(1 - self.turn, b'p', square(arrival));
        self.reserved.extend([square(home), square(over)]);
        self.stepped_over = Some(square(over));
        for beside in
            [file.checked_sub(1), Some(file + 1).filter(|&file| file < 8)].into_iter().flatten()
        {
            if self.is_free(arrival * 8 + beside) && self.random.percent(60) {
                self.put(self.turn, b'p', arrival * 8 + beside);
            }
        }
    }

    /// A few pieces, or many, of both sides.
    fn place_crowd(&mut self) {
        let crowd = match self.random.below(4) {
            0 => self.random.below(4),
            1 => 3 + self.random.below(6),
            2 => 6 + self.random.below(12),
            _ => 12 + self.random.below(19),
        };
        let pawn_share = self.random.pick(&[0, 20, 40, 60]);
        if self.ruleset == Ruleset::PawnBattle {
            self.place_pawn(WHITE);
            self.place_pawn(BLACK);
        }
        for _ in 0..crowd {
            let side = self.random.pick(&[WHITE, BLACK]);
            if self.count(side, |_| true) >= MOST_PIECES {
                continue;
            }
            if self.random.percent(pawn_share) {
                self.place_pawn(side);
            } else {
                let letter = self.random.pick(b"nnbbrrq");
                let square = self.free_square();
                self.put(side, letter, square);
            }
        }
    }

    fn place_pawn(&mut self, side: usize) {
        if self.count(side, |letter| letter == b'p') >= MOST_PAWNS {
            return;
        }
        let rank = match self.random.below(10) {
            0..=2 => 6, // one step from the last rank
            3..=4 => 1, // at home
            5 if self.ruleset == Ruleset::SimpleAtomic => 7,
            _ => 1 + self.random.below(6),
        };
        let rank = if side == WHITE { rank } else { 7 - rank };
        let square = rank * 8 + self.random.below(8);
        if self.is_free(square) {
            self.put(side, b'p', square);
        }
    }

    /// A finished game, where the ruleset has one that FEN can show.
    fn end_the_game(&mut self) {
        let side = self.random.pick(&[WHITE, BLACK]);
        match self.ruleset {
            Ruleset::Chess => {}
            Ruleset::Atomic | Ruleset::StrictAtomic | Ruleset::SimpleAtomic => {
                self.remove_all(side, b'k');
            }
            Ruleset::PawnBattle if self.random.percent(50) => self.remove_all(side, b'p'),
            Ruleset::PawnBattle => {
                let rank = if side == WHITE { 56 } else { 0 };
                let square = rank + self.random.below(8);
                self.put(side, b'p', square);
            }
        }
    }

    /// Something that the rules refuse, or that only some rulesets accept.
    fn spoil(&mut self) {
        match self.random.below(4) {
            0 => {
                self.remove_all(WHITE, b'k');
                self.remove_all(BLACK, b'k');
            }
            1 => {
                let square = self.free_square();
                let side = self.random.pick(&[WHITE, BLACK]);
                self.put(side, b'k', square);
            }
            2 => {
                let rank = self.random.pick(&[0, 56]);
                let square = rank + self.random.below(8);
                let side = self.random.pick(&[WHITE, BLACK]);
                if self.is_free(square) {
                    self.put(side, b'p', square);
                }
            }
            _ => {
                self.remove_all(WHITE, b'p');
                self.remove_all(BLACK, b'p');
            }
        }
    }

    fn remove_all(&mut self, side: usize, letter: u8) {
        let doomed = if side == WHITE { letter.to_ascii_uppercase() } else { letter };
        for square in &mut self.board {
            if *square == doomed {
                *square = b'.';
            }
        }
        if letter == b'k' {
            self.castling_rooks[side].clear();
        }
        if letter == b'p' {
            self.stepped_over = None;
        }
    }

    fn into_fen(mut self) -> String {
        let ranks: Vec<String> = (0..8).rev().map(|rank| self.rank_text(rank)).collect();
        let turn = if self.turn == WHITE { 'w' } else { 'b' };
        let castling = self.castling_text();
        let en_passant = self.en_passant_text();
        let halfmove_clock = self.random.pick(&[0, 0, 1, 7, 50, 98, 99, 100]);
        let fullmove_number = 1 + self.random.below(200);
        format!(
            "{} {turn} {castling} {en_passant} {halfmove_clock} {fullmove_number}",
            ranks.join("/")
        )
    }

    fn rank_text(&self, rank: usize) -> String {
        let mut text = String::new();
        let mut empty = 0;
        for &letter in &self.board[rank * 8..rank * 8 + 8] {
            if letter == b'.' {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text.push_str(&empty.to_string());
            }
            empty = 0;
            text.push(letter as char);
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
        text
    }

    fn en_passant_text(&mut self) -> String {
        if self.ruleset == Ruleset::SimpleAtomic {
            return self.random.pick(&["-", "-", "e3", "d6"]).to_owned(); // read, and ignored
        }
        self.stepped_over.map_or("-".to_owned(), |square| {
            format!("{}{}", (b'a' + (square % 8) as u8) as char, square / 8 + 1)
        })
    }

    /// The file of each castling rook or, where that rook is the outermost, by chance `K` or `Q` instead.
    fn castling_text(&mut self) -> String {
        if self.ruleset == Ruleset::SimpleAtomic {
            return self.random.pick(&["-", "-", "KQkq"]).to_owned(); // read, and ignored
        }
        let mut text = String::new();
        for side in [WHITE, BLACK] {
            for rook in self.castling_rooks[side].clone() {
                let (king, outermost) = self.king_and_outermost(side, rook);
                let mut letter = b'a' + (rook % 8) as u8;
                if rook == outermost && self.random.percent(60) {
                    letter = if rook > king { b'k' } else { b'q' };
                }
                text.push(if side == WHITE { letter.to_ascii_uppercase() } else { letter } as char);
            }
        }
        if text.is_empty() { "-".to_owned() } else { text }
    }

    /// The king's square, and the square of the rook farthest from it on the side where `rook` stands.
    fn king_and_outermost(&self, side: usize, rook: usize) -> (usize, usize) {
        let (king, rooks) = if side == WHITE { (b'K', b'R') } else { (b'k', b'r') };
        let first = rook / 8 * 8;
        let king = (first..first + 8)
            .find(|&square| self.board[square] == king)
            .expect("a castling rook has its king beside it");
        let mut rooks = (first..first + 8).filter(|&square| self.board[square] == rooks);
        let outermost = if rook > king { rooks.next_back() } else { rooks.next() };
        (king, outermost.expect("the castling rook itself, if no other"))
    }
}

fn distance(a: usize, b: usize) -> usize {
    (a % 8).abs_diff(b % 8).max((a / 8).abs_diff(b / 8))
}
