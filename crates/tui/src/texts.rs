//! [`Texts`]: what a person reads, in the language wanted. The texts themselves are in `locales/`, shared
//! with the web page and built into the program.

use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};

/// A language the game speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lang {
    /// English.
    En,
    /// Portuguese as spoken in Brazil.
    PtBr,
}

impl Lang {
    /// Every language.
    pub const ALL: [Self; 2] = [Self::En, Self::PtBr];

    /// The name in `--lang` and the folder of its texts.
    pub const fn id(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::PtBr => "pt-BR",
        }
    }

    /// What the language calls itself.
    pub const fn name(self) -> &'static str {
        match self {
            Self::En => "English",
            Self::PtBr => "Português",
        }
    }

    /// The language of a tag or locale such as `pt`, `pt_BR.UTF-8` or `en-GB`.
    pub fn from_tag(tag: &str) -> Option<Self> {
        let language = tag.split(['_', '-', '.', '@']).next().unwrap_or_default();
        match language.to_ascii_lowercase().as_str() {
            "en" => Some(Self::En),
            "pt" => Some(Self::PtBr),
            _ => None,
        }
    }

    /// The language that the environment asks for: the first of its variables that is set decides.
    pub fn from_env(variable: impl Fn(&str) -> Option<String>) -> Self {
        ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"]
            .into_iter()
            .filter_map(variable)
            .find(|value| !value.is_empty())
            .and_then(|value| value.split(':').find_map(Self::from_tag))
            .unwrap_or(Self::En)
    }

    const fn sources(self) -> [&'static str; 3] {
        match self {
            Self::En => [
                include_str!("../../../locales/en/game.ftl"),
                include_str!("../../../locales/en/report.ftl"),
                include_str!("../../../locales/en/terminal.ftl"),
            ],
            Self::PtBr => [
                include_str!("../../../locales/pt-BR/game.ftl"),
                include_str!("../../../locales/pt-BR/report.ftl"),
                include_str!("../../../locales/pt-BR/terminal.ftl"),
            ],
        }
    }
}

/// The texts of one language.
pub struct Texts {
    lang: Lang,
    bundle: FluentBundle<FluentResource>,
}

impl Texts {
    /// The texts of `lang`.
    pub fn new(lang: Lang) -> Self {
        let id = lang.id().parse().expect("the name of a language is a language tag");
        let mut bundle = FluentBundle::new(vec![id]);
        // Marks around arguments are for mixed directions of writing; terminals show them as rubbish.
        bundle.set_use_isolating(false);
        for source in lang.sources() {
            let resource = FluentResource::try_new(source.to_owned())
                .unwrap_or_else(|(_, errors)| panic!("the texts can be read: {errors:?}"));
            bundle.add_resource(resource).expect("no text has two versions");
        }
        Self { lang, bundle }
    }

    /// Which language this is.
    pub const fn lang(&self) -> Lang {
        self.lang
    }

    /// The text with this name.
    pub fn get(&self, name: &str) -> String {
        self.with(name, &[])
    }

    /// The text with this name, its arguments filled in. A text that is missing shows its name.
    pub fn with(&self, name: &str, arguments: &[(&str, &str)]) -> String {
        let arguments = arguments.iter().map(|&(name, text)| (name, FluentValue::from(text)));
        self.with_values(name, &arguments.collect())
    }

    /// The same with arguments that may be numbers, of which a text can tell one from many.
    pub fn with_values(&self, name: &str, arguments: &FluentArgs<'_>) -> String {
        let Some(pattern) = self.bundle.get_message(name).and_then(|message| message.value())
        else {
            debug_assert!(false, "there is no text {name:?}");
            return name.to_owned();
        };
        let mut errors = Vec::new();
        let text = self.bundle.format_pattern(pattern, Some(arguments), &mut errors);
        debug_assert!(errors.is_empty(), "{name}: {errors:?}");
        text.into_owned()
    }

    /// Whether there is a text with this name.
    pub fn has(&self, name: &str) -> bool {
        self.bundle.has_message(name)
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::nothing_set(&[], Lang::En)]
    #[case::brazil(&[("LANG", "pt_BR.UTF-8")], Lang::PtBr)]
    #[case::all_beats_lang(&[("LANG", "pt_BR.UTF-8"), ("LC_ALL", "en_US.UTF-8")], Lang::En)]
    #[case::empty_counts_as_unset(&[("LC_ALL", ""), ("LANG", "pt")], Lang::PtBr)]
    #[case::unknown_is_english(&[("LANG", "fi_FI.UTF-8")], Lang::En)]
    #[case::a_list_of_wishes(&[("LANGUAGE", "fi:pt:en")], Lang::PtBr)]
    fn the_environment_chooses(#[case] set: &[(&str, &str)], #[case] wanted: Lang) {
        let variable = |name: &str| {
            set.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        };
        assert_eq!(Lang::from_env(variable), wanted);
    }

    /// Names of messages, each with the arguments it uses.
    fn messages(source: &str) -> Vec<(String, Vec<String>)> {
        let mut found: Vec<(String, Vec<String>)> = Vec::new();
        for line in source.lines().filter(|line| !line.starts_with('#')) {
            if let Some((name, _)) = line.split_once(" =")
                && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-')
            {
                found.push((name.to_owned(), Vec::new()));
            }
            for part in line.split('$').skip(1) {
                let name: String = part.chars().take_while(char::is_ascii_alphanumeric).collect();
                let (_, arguments) = found.last_mut().expect("an argument belongs to a message");
                if !arguments.contains(&name) {
                    arguments.push(name);
                    arguments.sort();
                }
            }
        }
        found.sort();
        found
    }

    #[test]
    fn both_languages_say_the_same_things_with_the_same_arguments() {
        for (english, portuguese) in Lang::En.sources().into_iter().zip(Lang::PtBr.sources()) {
            assert_eq!(messages(english), messages(portuguese));
        }
    }

    /// All sources of this crate.
    fn sources(folder: &std::path::Path, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).expect("the sources are there") {
            let path = entry.expect("the folder can be read").path();
            if path.is_dir() {
                sources(&path, found);
            } else {
                found.push(std::fs::read_to_string(path).expect("sources are text"));
            }
        }
    }

    #[test]
    fn every_text_that_the_sources_name_is_there() {
        let mut found = Vec::new();
        sources(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
        let texts = Texts::new(Lang::En);
        // Names begin with the kind of text; a literal that does is one.
        let kinds = ["menu", "action", "notice", "status", "ask", "reply", "prompt", "problem"];
        let kinds = kinds.into_iter().chain(["help", "theme", "pieces", "opponent", "plain"]);
        let kinds: Vec<String> = kinds.map(|kind| format!("\"{kind}-")).collect();
        let mut named = 0;
        for source in &found {
            for kind in &kinds {
                for part in source.split(kind.as_str()).skip(1) {
                    let rest = part.split('"').next().unwrap_or_default();
                    let name = format!("{}{rest}", &kind[1..]);
                    if !name.contains('{') {
                        assert!(texts.has(&name), "there is no text {name:?}");
                        named += 1;
                    }
                }
            }
        }
        assert!(named > 80, "found only {named} names");
    }
}
