//! Tokens of programs. A token is shown once, when it is made; only its hash is stored. Nothing here prints one.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use estopim_store::{AccountRow, StoreError, Write};
use sha2::{Digest, Sha256};

use crate::auth::Session;
use crate::game::Games;
use crate::random_id;

/// How every token begins, so that it is recognised where it does not belong.
const PREFIX: &str = "est_";
/// How many letters follow.
const LETTERS: usize = 32;
/// For how long a token is believed without asking the database again. One that is revoked is forgotten at once.
const BELIEVED: Duration = Duration::from_secs(60);
/// How often the time of the last use is written.
const USE_WRITTEN_MS: i64 = 60_000;
/// The most tokens that are remembered.
const REMEMBERED: usize = 10_000;

/// What a token may allow, in the order in which they are shown.
pub const SCOPES: [&str; 4] = ["bot:play", "board:play", "challenge:read", "challenge:write"];

/// The account that a token proves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proven {
    /// The account.
    pub account: AccountRow,
    /// What the token allows.
    pub scopes: Vec<String>,
    /// The hash of the token: its name inside the server.
    pub hash: String,
}

impl Proven {
    /// The session that plays under the account.
    pub fn session(&self) -> Session {
        Session(self.account.session.clone())
    }

    /// Whether it allows one of these.
    pub fn allows(&self, scopes: &[&str]) -> bool {
        self.scopes.iter().any(|scope| scopes.contains(&scope.as_str()))
    }
}

/// A new token.
pub fn new_token() -> String {
    format!("{PREFIX}{}", random_id(LETTERS))
}

/// The hash that is stored.
pub fn hash_of(token: &str) -> String {
    use std::fmt::Write;
    Sha256::digest(token).iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("strings take everything");
        text
    })
}

/// The tokens that were seen lately.
#[derive(Default)]
pub struct Tokens {
    seen: Mutex<HashMap<String, Seen>>,
}

struct Seen {
    proven: Arc<Proven>,
    read: Instant,
}

impl Tokens {
    fn seen(&self) -> MutexGuard<'_, HashMap<String, Seen>> {
        self.seen.lock().expect("nobody panics with the tokens")
    }

    /// What a token proves, if it is one.
    pub async fn prove(
        &self,
        games: &Arc<Games>,
        token: &str,
    ) -> Result<Option<Arc<Proven>>, StoreError> {
        let is_token = token.len() == PREFIX.len() + LETTERS && token.starts_with(PREFIX);
        if !is_token {
            return Ok(None);
        }
        let hash = hash_of(token);
        let known = self.seen().get(&hash).map(|seen| (Arc::clone(&seen.proven), seen.read));
        if let Some((proven, read)) = &known
            && read.elapsed() < BELIEVED
        {
            return Ok(Some(Arc::clone(proven)));
        }
        let store = &games.context.store;
        let row = match (store.token(&hash).await, known) {
            (Ok(row), _) => row,
            // A database that is busy costs nobody a move.
            (Err(_), Some((proven, _))) => return Ok(Some(proven)),
            (Err(error), None) => return Err(error),
        };
        let Some(row) = row else {
            self.seen().remove(&hash);
            return Ok(None);
        };
        let Some(account) = store.account(&row.account).await? else { return Ok(None) };
        let scopes = row.scopes.split(',').map(str::to_owned).collect();
        let proven = Arc::new(Proven { account, scopes, hash: hash.clone() });
        let now_ms = games.context.time.now_ms();
        let last_ms = row.used_ms.unwrap_or(0);
        if now_ms - last_ms >= USE_WRITTEN_MS {
            // If it cannot be written the token is good all the same.
            let _ = games.context.write(vec![Write::UseToken { hash: hash.clone(), now_ms }]).await;
        }
        let mut seen = self.seen();
        if seen.len() >= REMEMBERED {
            seen.clear();
        }
        seen.insert(hash, Seen { proven: Arc::clone(&proven), read: Instant::now() });
        Ok(Some(proven))
    }

    /// Forgets what was seen: a token was revoked.
    pub fn forget(&self) {
        self.seen().clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_letters_that_clients_take_and_its_hash_tells_nothing_of_it() {
        let token = new_token();
        assert_eq!(token.len(), 36);
        assert!(token.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_'), "{token}");
        assert_ne!(new_token(), token);
        let hash = hash_of(&token);
        assert_eq!(hash.len(), 64);
        assert!(!hash.contains(&token));
        assert_eq!(
            hash_of("abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }
}
