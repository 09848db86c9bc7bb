//! A kept class as one file, to be moved between computers: its children and how far they are, no games.

use estopim_protocol::bounds::MAX_CLASS;
use estopim_protocol::class::{ClassSettings, Figure};
use estopim_protocol::{Reason, ReasonCode};
use serde::{Deserialize, Serialize};

use super::actor::Actor;
use super::live::{Member, MemberExtra};
use super::names::{checked_figure, class_name};
use crate::error::Error;
use crate::random_id;

/// The format of the file.
const FORMAT: u32 = 1;

/// A class as a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ClassFile {
    /// The format of the file.
    estopim_class: u32,
    /// The class's name.
    name: String,
    /// What children type to join.
    pub code: String,
    /// What was chosen.
    pub settings: ClassSettings,
    members: Vec<FileMember>,
}

/// A child in the file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct FileMember {
    figure: Figure,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    partner: Option<Figure>,
    card: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rung: Option<u8>,
    #[serde(default)]
    extra_pawns: u8,
}

impl Actor {
    pub(super) fn file(&self) -> ClassFile {
        let member = |member: &Member| FileMember {
            figure: member.figure.clone(),
            partner: member.extra.partner.clone(),
            card: member.card.clone(),
            rung: member.extra.rung,
            extra_pawns: member.extra.extra_pawns,
        };
        ClassFile {
            estopim_class: FORMAT,
            name: self.class.name.clone().unwrap_or_else(|| self.class.code.clone()),
            code: self.class.code.clone(),
            settings: self.class.state.settings.clone(),
            members: self.class.present_members().map(member).collect(),
        }
    }
}

impl ClassFile {
    /// The name and the children of a file, checked as if they had come by themselves.
    pub fn read(self, now_ms: i64) -> Result<(String, Vec<Member>), Error> {
        let fault = |message: String| Error::from(Reason::new(ReasonCode::BadMessage, message));
        if self.estopim_class != FORMAT {
            let found = self.estopim_class;
            return Err(fault(format!("expected a class file of format {FORMAT}, found {found}")));
        }
        let count = self.members.len();
        if count > MAX_CLASS {
            return Err(fault(format!("expected at most {MAX_CLASS} children, found {count}")));
        }
        let member = |(index, it): (usize, FileMember)| {
            let is_card = (8..=32).contains(&it.card.len())
                && it.card.bytes().all(|byte| byte.is_ascii_alphanumeric());
            if !is_card {
                return Err(fault(format!("the card of child {} cannot be read", index + 1)));
            }
            Ok(Member {
                seat: random_id(24),
                session: None,
                figure: checked_figure(&it.figure, true)?,
                card: it.card,
                joined_ms: now_ms + index as i64,
                extra: MemberExtra {
                    partner: it.partner.map(|it| checked_figure(&it, true)).transpose()?,
                    rung: it.rung,
                    extra_pawns: it.extra_pawns.min(3),
                    ..MemberExtra::default()
                },
            })
        };
        let name = class_name(&self.name)?;
        let members: Result<Vec<Member>, Error> =
            self.members.into_iter().enumerate().map(member).collect();
        Ok((name, members?))
    }
}
