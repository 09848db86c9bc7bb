//! First names that children type. A short list of letters cannot tell everything; the teacher renames with one tap.

use estopim_protocol::bounds::{MAX_CLASS_NAME, MAX_FIRST_NAME};
use estopim_protocol::class::Figure;
use estopim_protocol::{Reason, ReasonCode};

use crate::error::Error;
use crate::text::{Hidden, first_hidden};

/// Parts of words that are no names, in Portuguese and English, without accents.
const REFUSED: [&str; 26] = [
    "porra", "merda", "caralh", "buceta", "puta", "viado", "cuzao", "foder", "fodase", "piroca",
    "bosta", "cacete", "arromb", "desgrac", "idiota", "fuck", "shit", "bitch", "cunt", "dick",
    "penis", "nigg", "fagg", "hitler", "nazi", "whore",
];

/// A first name as it is kept: trimmed, or none if nothing was typed. Letters, spaces, hyphens and apostrophes only, so that it
/// holds no number and no address.
pub fn first_name(typed: Option<&str>) -> Result<Option<String>, Error> {
    let Some(name) = typed.map(str::trim).filter(|name| !name.is_empty()) else { return Ok(None) };
    let refuse = |message: String| {
        Err(Reason::new(ReasonCode::BadName, message).with("max", MAX_FIRST_NAME).into())
    };
    let count = name.chars().count();
    if count > MAX_FIRST_NAME {
        return refuse(format!("expected at most {MAX_FIRST_NAME} letters, found {count}"));
    }
    let is_plain =
        |letter: char| letter.is_alphabetic() || matches!(letter, ' ' | '-' | '\'' | '’');
    if let Some(letter) = name.chars().find(|&letter| !is_plain(letter)) {
        return refuse(format!("expected letters, found {letter:?}"));
    }
    let plain: String = name.chars().filter_map(plain_letter).collect();
    if REFUSED.iter().any(|word| plain.contains(word)) {
        return refuse("this is no first name".to_owned());
    }
    Ok(Some(name.to_owned()))
}

/// A figure with its name checked.
pub fn checked_figure(figure: &Figure, names: bool) -> Result<Figure, Error> {
    let typed = figure.name.as_deref().filter(|_| names);
    Ok(Figure { name: first_name(typed)?, ..figure.clone() })
}

/// The name of a class that is kept.
pub fn class_name(typed: &str) -> Result<String, Error> {
    let name = typed.trim();
    let count = name.chars().count();
    if count == 0 || count > MAX_CLASS_NAME || first_hidden(name, Hidden::InName).is_some() {
        let message =
            format!("expected 1 to {MAX_CLASS_NAME} characters that can be seen, found {count}");
        return Err(Reason::new(ReasonCode::BadName, message).with("max", MAX_CLASS_NAME).into());
    }
    Ok(name.to_owned())
}

/// A letter in lower case and without its accent; nothing for what is no letter.
fn plain_letter(letter: char) -> Option<char> {
    let lower = letter.to_lowercase().next()?;
    Some(match lower {
        'á' | 'à' | 'â' | 'ã' | 'ä' => 'a',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'í' | 'ì' | 'î' | 'ï' => 'i',
        'ó' | 'ò' | 'ô' | 'õ' | 'ö' => 'o',
        'ú' | 'ù' | 'û' | 'ü' => 'u',
        'ç' => 'c',
        'a'..='z' => lower,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_names_hold_letters_only() {
        for (typed, kept) in [
            (Some("  Ana "), Ok(Some("Ana"))),
            (Some("João-Zé"), Ok(Some("João-Zé"))),
            (Some("D'Ávila"), Ok(Some("D'Ávila"))),
            (Some("   "), Ok(None)),
            (None, Ok(None)),
            (Some("Ana 11 9999"), Err(())),
            (Some("ana.com"), Err(())),
            (Some("@ana"), Err(())),
            (Some("P-u-t-a"), Err(())),
            (Some("Pútá"), Err(())),
            (Some("Maximiliano Augusto"), Err(())),
            (Some("Ana\u{200b}"), Err(())),
        ] {
            let found = first_name(typed);
            assert_eq!(found.as_ref().map(Option::as_deref).map_err(|_| ()), kept, "{typed:?}");
        }
    }
}
