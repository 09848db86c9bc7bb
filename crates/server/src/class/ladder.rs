//! The ladder of setups: two wins lead to the next setup, two losses to one pawn more. Only games that have setups have one.

use estopim_protocol::Reason;
use estopim_protocol::class::ClassSettings;
use estopim_protocol::start::starting_position;
use estopim_rules::{AnyPosition, Color, PawnBattleSetup, Variant};

use super::live::{Member, MemberExtra};

/// Games in a row that move a child.
const IN_ROW: u8 = 2;
/// The most pawns that one side gets more.
const MOST_PAWNS: u8 = 3;

/// The number of a setup on the ladder.
pub fn rung_of(setup: &str) -> Option<u8> {
    PawnBattleSetup::NAMES.iter().position(|name| *name == setup).map(|index| index as u8)
}

/// The setup of a rung.
pub fn setup_of(rung: u8) -> &'static str {
    PawnBattleSetup::NAMES[usize::from(rung).min(PawnBattleSetup::NAMES.len() - 1)]
}

/// A child's rung after so many steps; `base` is where the class begins.
pub fn moved(member: &Member, base: u8, steps: i32) -> u8 {
    let last = PawnBattleSetup::NAMES.len() as i32 - 1;
    (i32::from(member.extra.rung.unwrap_or(base)) + steps).clamp(0, last) as u8
}

/// What a game does to a child: `won` is `None` for a draw.
pub fn count(extra: &mut MemberExtra, base: u8, won: Option<bool>) {
    let last = PawnBattleSetup::NAMES.len() as u8 - 1;
    match won {
        Some(true) => {
            extra.wins_in_row += 1;
            extra.losses_in_row = 0;
        }
        Some(false) => {
            extra.losses_in_row += 1;
            extra.wins_in_row = 0;
        }
        None => {}
    }
    if extra.wins_in_row >= IN_ROW {
        extra.wins_in_row = 0;
        // First without the help, then the next setup.
        if extra.extra_pawns > 0 {
            extra.extra_pawns -= 1;
        } else {
            extra.rung = Some((extra.rung.unwrap_or(base) + 1).min(last));
        }
    }
    if extra.losses_in_row >= IN_ROW {
        extra.losses_in_row = 0;
        extra.extra_pawns = (extra.extra_pawns + 1).min(MOST_PAWNS);
    }
}

/// Where a game begins: the settings' setup, or with the ladder the lower setup of the two and each one's additional pawns. With it comes
/// the setup's name, if it is one.
pub fn start(
    settings: &ClassSettings,
    sides: [Option<&Member>; 2],
) -> Result<(Option<String>, AnyPosition), Reason> {
    let variant = Variant::from(settings.variant);
    let text = Some(settings.setup.as_str());
    let (setup, position) = starting_position(variant, text)?;
    let base = rung_of(&settings.setup);
    let (true, Some(base)) = (settings.ladder && variant.has_setups(), base) else {
        return Ok((setup, position));
    };
    let rungs = sides.iter().flatten().map(|member| member.extra.rung.unwrap_or(base));
    let (setup, position) =
        starting_position(variant, Some(setup_of(rungs.min().unwrap_or(base))))?;
    let pawns = sides.map(|member| member.map_or(0, |member| member.extra.extra_pawns));
    // Help for both is help for nobody.
    let common = pawns[0].min(pawns[1]);
    let more = [pawns[0] - common, pawns[1] - common];
    if more == [0, 0] {
        return Ok((setup, position));
    }
    let fen = with_pawns(&position.fen(), more);
    match AnyPosition::from_fen(variant, &fen) {
        Ok(position) => Ok((None, position)),
        // Where there is no room for another pawn, the game begins without.
        Err(_) => Ok((setup, position)),
    }
}

/// A FEN with so many more pawns for White and Black, on their second rank, as near to the middle as there is room.
fn with_pawns(fen: &str, more: [u8; 2]) -> String {
    let (board, rest) = fen.split_once(' ').unwrap_or((fen, ""));
    let mut ranks: Vec<Vec<char>> = board.split('/').map(expanded).collect();
    for color in Color::ALL {
        let (rank, letter) = match color {
            Color::White => (6, 'P'),
            Color::Black => (1, 'p'),
        };
        for _ in 0..more[color.index()] {
            let free = [3, 4, 2, 5, 1, 6, 0, 7].into_iter().find(|&file| ranks[rank][file] == '1');
            if let Some(file) = free {
                ranks[rank][file] = letter;
            }
        }
    }
    let ranks: Vec<String> = ranks.iter().map(|rank| packed(rank)).collect();
    format!("{} {rest}", ranks.join("/"))
}

/// A rank of a FEN with a letter for each square, `1` for an empty one.
fn expanded(rank: &str) -> Vec<char> {
    rank.chars()
        .flat_map(|letter| match letter.to_digit(10) {
            Some(count) => vec!['1'; count as usize],
            None => vec![letter],
        })
        .collect()
}

fn packed(rank: &[char]) -> String {
    let mut text = String::new();
    for run in rank.chunk_by(|a, b| a == b && *a == '1') {
        match run[0] {
            '1' => text.push_str(&run.len().to_string()),
            letter => text.push(letter),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::class::live::ClassState;
    use estopim_protocol::class::{Animal, Figure, FigureColor};

    fn member(rung: Option<u8>, extra_pawns: u8) -> Member {
        Member {
            seat: "seat".to_owned(),
            session: None,
            figure: Figure { animal: Animal::Fox, color: FigureColor::Blue, name: None },
            card: String::new(),
            joined_ms: 0,
            extra: MemberExtra { rung, extra_pawns, ..MemberExtra::default() },
        }
    }

    #[test]
    fn two_wins_lead_to_the_next_setup_and_two_losses_to_a_pawn_more() {
        let mut extra = MemberExtra::default();
        let base = rung_of("4p").expect("a setup");
        for (won, rung, pawns) in [
            (Some(true), None, 0),
            (None, None, 0),
            (Some(true), Some("6p"), 0),
            (Some(true), Some("6p"), 0),
            (Some(false), Some("6p"), 0),
            (Some(false), Some("6p"), 1),
            (Some(true), Some("6p"), 1),
            (Some(true), Some("6p"), 0),
            (Some(true), Some("6p"), 0),
            (Some(true), Some("8p"), 0),
        ] {
            count(&mut extra, base, won);
            assert_eq!((extra.rung.map(setup_of), extra.extra_pawns), (rung, pawns));
        }
    }

    #[test]
    fn a_pair_plays_the_lower_setup_with_the_weakers_pawns() {
        let mut settings = ClassState::new(0).settings;
        settings.ladder = true;
        for (white, black, fen) in [
            ((None, 0), (None, 0), "8/2pppp2/8/8/8/8/2PPPP2/8 w - - 0 1"),
            ((Some(0), 0), (Some(2), 0), "8/3pp3/8/8/8/8/3PP3/8 w - - 0 1"),
            ((None, 1), (None, 0), "8/2pppp2/8/8/8/8/1PPPPP2/8 w - - 0 1"),
            ((None, 1), (None, 3), "8/1pppppp1/8/8/8/8/2PPPP2/8 w - - 0 1"),
            ((Some(3), 1), (Some(3), 0), "8/pppppppp/8/8/8/8/PPPPPPPP/8 w - - 0 1"),
        ] {
            let (white, black) = (member(white.0, white.1), member(black.0, black.1));
            let (_, position) = start(&settings, [Some(&white), Some(&black)]).expect("a start");
            assert_eq!(position.fen(), fen);
        }
    }
}
