//! The page for those who have programs: accounts, tokens, and challenges to programs that are connected.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Extension, Path, State};
use axum::http::StatusCode;
use estopim_protocol::accounts::{
    AccountView, Accounts, BotView, Bots, ChallengeAnswer, ChallengeStatus, ChallengeView,
    MadeToken, NewChallenge, NewToken, TokenView,
};
use estopim_protocol::bounds::NICKNAME;
use estopim_protocol::rest::ErrorBody;
use estopim_protocol::{Reason, ReasonCode};
use estopim_store::{AccountRow, TokenRow, Write, Written};

use super::Body;
use crate::app::App;
use crate::auth::Session;
use crate::bots::challenges::{self, Party};
use crate::bots::shape::{KINDS, Start, id_of};
use crate::bots::tokens::{SCOPES, hash_of, new_token};
use crate::error::Error;
use crate::game::rows::BOT;
use crate::limits::ClientAddress;
use crate::random_id;

/// The most accounts of one person.
const MOST_ACCOUNTS: usize = 50;
/// The most tokens of one account.
const MOST_TOKENS: usize = 20;
/// The most letters of what a token is called.
const MOST_LABEL: usize = 60;
/// How many letters the number of a token has.
const ID_LENGTH: usize = 12;

/// Your accounts for programs, and their tokens.
#[utoipa::path(get, path = "/api/tokens", responses((status = 200, body = Accounts)))]
pub async fn list(
    State(app): State<Arc<App>>,
    Extension(session): Extension<Session>,
) -> Result<Json<Accounts>, Error> {
    let store = &app.games.context.store;
    let mut accounts = Vec::new();
    for row in store.accounts_of(&session.0).await? {
        let tokens = store.tokens_of(&row.id).await?.into_iter().map(|token| TokenView {
            id: token.id,
            label: token.label,
            scopes: token.scopes.split(',').map(str::to_owned).collect(),
            created_ms: token.created_ms,
            used_ms: token.used_ms,
        });
        let bot = row.title.as_deref() == Some(BOT);
        accounts.push(AccountView { name: row.name, bot, tokens: tokens.collect() });
    }
    Ok(Json(Accounts { accounts, scopes: SCOPES.map(str::to_owned).to_vec() }))
}

/// Make a token. It is shown once.
#[utoipa::path(
    post, path = "/api/tokens", request_body = NewToken,
    responses((status = 201, body = MadeToken), (status = 409, body = ErrorBody))
)]
pub async fn create(
    State(app): State<Arc<App>>,
    Extension(session): Extension<Session>,
    Extension(address): Extension<ClientAddress>,
    Body(wanted): Body<NewToken>,
) -> Result<(StatusCode, Json<MadeToken>), Error> {
    if !app.challenges_made.allows(address, std::time::Instant::now()) {
        return Err(Error::rate_limited());
    }
    let scopes: Vec<&str> =
        SCOPES.into_iter().filter(|scope| wanted.scopes.iter().any(|it| it == scope)).collect();
    let plays = if wanted.bot { "bot:play" } else { "board:play" };
    let other = if wanted.bot { "board:play" } else { "bot:play" };
    if scopes.is_empty() || scopes.len() != wanted.scopes.len() || scopes.contains(&other) {
        let message = format!("expected some of {plays}, challenge:read, challenge:write");
        return Err(Reason::new(ReasonCode::BadScopes, message).into());
    }
    let label: String = wanted.label.trim().chars().take(MOST_LABEL).collect();
    let account = account_for(&app, &session, &wanted).await?;
    let store = &app.games.context.store;
    if store.tokens_of(&account.id).await?.len() >= MOST_TOKENS {
        return Err(Error::new(ReasonCode::TooLong, "there are enough tokens of this account"));
    }
    let (id, token) = (random_id(ID_LENGTH), new_token());
    let row = TokenRow {
        id: id.clone(),
        hash: hash_of(&token),
        account: account.id,
        scopes: scopes.join(","),
        label,
        created_ms: app.games.context.time.now_ms(),
        used_ms: None,
    };
    match app.games.context.write(vec![Write::CreateToken(Box::new(row))]).await? {
        Written::Done => Ok((StatusCode::CREATED, Json(MadeToken { id, token }))),
        Written::Conflict => Err(Error::busy()),
    }
}

/// Letters, digits, `-` and `_`; what no person can be taken for.
fn checked_name(name: &str) -> Result<String, Reason> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let (_, max) = NICKNAME.into_inner();
    let starts = name.bytes().next().is_some_and(|byte| byte.is_ascii_alphanumeric());
    if (2..=max).contains(&name.len()) && name.bytes().all(is_plain) && starts {
        return Ok(name.to_owned());
    }
    let found: String = name.chars().take(max).collect();
    let message = format!("expected 2 to {max} letters, digits, - and _, found {found:?}");
    Err(Reason::new(ReasonCode::BadAccountName, message).with("max", max))
}

/// The account of that name, if it is yours, or a new one.
async fn account_for(
    app: &Arc<App>,
    session: &Session,
    wanted: &NewToken,
) -> Result<AccountRow, Error> {
    let name = checked_name(&wanted.name)?;
    let context = &app.games.context;
    let taken = || Error::new(ReasonCode::AccountNameTaken, "somebody else has this name");
    if let Some(row) = context.store.account(&id_of(&name)).await? {
        let is_bot = row.title.as_deref() == Some(BOT);
        return if row.owner == session.0 && is_bot == wanted.bot { Ok(row) } else { Err(taken()) };
    }
    if context.store.accounts_of(&session.0).await?.len() >= MOST_ACCOUNTS {
        return Err(Error::new(ReasonCode::TooLong, "you have enough accounts"));
    }
    let now_ms = context.time.now_ms();
    let own = if wanted.bot { app.signer.new_session() } else { session.clone() };
    let title = wanted.bot.then(|| BOT.to_owned());
    let row = AccountRow {
        id: id_of(&name),
        name: name.clone(),
        session: own.0.clone(),
        owner: session.0.clone(),
        title: title.clone(),
        created_ms: now_ms,
    };
    let writes = vec![
        Write::CreateAccount(Box::new(row.clone())),
        Write::SetTitle { session: own.0.clone(), nickname: name.clone(), title, now_ms },
    ];
    match context.write(writes).await? {
        // A person is called like that in games that go on, too.
        Written::Done if !wanted.bot => app.games.rename(&own, &name).await?,
        Written::Done => {}
        Written::Conflict => return Err(taken()),
    }
    Ok(row)
}

/// Revoke a token.
#[utoipa::path(
    delete, path = "/api/tokens/{token}", params(("token" = String, Path)),
    responses((status = 204), (status = 404, body = ErrorBody))
)]
pub async fn revoke(
    State(app): State<Arc<App>>,
    Extension(session): Extension<Session>,
    Path(id): Path<String>,
) -> Result<StatusCode, Error> {
    let revoke = Write::RevokeToken { id, owner: session.0 };
    let written = app.games.context.write(vec![revoke]).await?;
    app.tokens.forget();
    match written {
        Written::Done => Ok(StatusCode::NO_CONTENT),
        Written::Conflict => Err(Error::nothing()),
    }
}

/// The programs that are connected, and who challenges you.
#[utoipa::path(get, path = "/api/bots", responses((status = 200, body = Bots)))]
pub async fn bots(
    State(app): State<Arc<App>>,
    Extension(session): Extension<Session>,
) -> Result<Json<Bots>, Error> {
    let context = &app.games.context;
    let mut online = Vec::new();
    for other in context.hub.online() {
        let row = context.store.account_of_session(&other.0).await?;
        if let Some(row) = row.filter(|row| row.title.as_deref() == Some(BOT)) {
            let host = row.owner.is_empty();
            online.push(BotView { name: row.name, host });
        }
    }
    online.sort_by(|a, b| a.name.cmp(&b.name));
    let (asked, _) = app.challenges.of(&session);
    let challenges = asked.into_iter().map(|it| ChallengeView {
        id: it.id.clone(),
        by: it.challenger.name.clone(),
        variant: it.kind.variant.into(),
        time: it.time.into(),
    });
    let usual = KINDS.iter().filter(|kind| kind.start == Start::Usual);
    let variants = usual.map(|kind| kind.variant.into()).collect();
    Ok(Json(Bots { online, challenges: challenges.collect(), variants }))
}

/// Challenge a program.
#[utoipa::path(
    post, path = "/api/bots/challenge", request_body = NewChallenge,
    responses((status = 201, body = ChallengeAnswer), (status = 404, body = ErrorBody))
)]
pub async fn challenge(
    State(app): State<Arc<App>>,
    Extension(session): Extension<Session>,
    Extension(address): Extension<ClientAddress>,
    Body(wanted): Body<NewChallenge>,
) -> Result<(StatusCode, Json<ChallengeAnswer>), Error> {
    if !app.challenges_made.allows(address, std::time::Instant::now()) {
        return Err(Error::rate_limited());
    }
    let context = &app.games.context;
    let row = context.store.account(&id_of(&wanted.bot)).await?;
    let row = row.filter(|row| row.title.as_deref() == Some(BOT)).ok_or_else(Error::nothing)?;
    let variant = estopim_rules::Variant::from(wanted.variant);
    let usual =
        |kind: &&crate::bots::shape::Kind| kind.variant == variant && kind.start == Start::Usual;
    let kind = KINDS.iter().find(usual).ok_or_else(|| {
        Error::new(ReasonCode::BadPosition, "programs of this kind do not know this game")
    })?;
    let time = crate::game::create::checked_time(wanted.time)?;
    let me =
        Party { session: session.clone(), name: context.nickname(&session).await?, is_bot: false };
    let new =
        challenges::new(me, super::api::challenge::party(&row), kind, None, time, wanted.color);
    let (made, _) = app.challenges.make(new, false)?;
    let answer = ChallengeAnswer { id: made.id.clone(), status: ChallengeStatus::Open };
    Ok((StatusCode::CREATED, Json(answer)))
}

/// What became of a challenge of yours.
#[utoipa::path(
    get, path = "/api/bots/challenge/{challenge}", params(("challenge" = String, Path)),
    responses((status = 200, body = ChallengeAnswer))
)]
pub async fn answered(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Json<ChallengeAnswer>, Error> {
    let status = if app.challenges.find(&id).is_some() {
        ChallengeStatus::Open
    } else if app.games.context.store.game(&id).await?.is_some() {
        ChallengeStatus::Accepted
    } else {
        ChallengeStatus::Gone
    };
    Ok(Json(ChallengeAnswer { id, status }))
}

/// Accept a challenge of a program.
#[utoipa::path(
    post, path = "/api/bots/challenge/{challenge}/accept", params(("challenge" = String, Path)),
    responses((status = 200, body = ChallengeAnswer), (status = 404, body = ErrorBody))
)]
pub async fn accept(
    State(app): State<Arc<App>>,
    Extension(session): Extension<Session>,
    Path(id): Path<String>,
) -> Result<Json<ChallengeAnswer>, Error> {
    let game = app.challenges.accept(&app.games, &id, &session).await?;
    let id = game.ok_or_else(Error::nothing)?;
    Ok(Json(ChallengeAnswer { id, status: ChallengeStatus::Accepted }))
}

/// Decline a challenge of a program.
#[utoipa::path(
    post, path = "/api/bots/challenge/{challenge}/decline", params(("challenge" = String, Path)),
    responses((status = 200, body = ChallengeAnswer), (status = 404, body = ErrorBody))
)]
pub async fn decline(
    State(app): State<Arc<App>>,
    Extension(session): Extension<Session>,
    Path(id): Path<String>,
) -> Result<Json<ChallengeAnswer>, Error> {
    if app.challenges.decline(&id, &session, 0) {
        Ok(Json(ChallengeAnswer { id, status: ChallengeStatus::Gone }))
    } else {
        Err(Error::nothing())
    }
}

#[cfg(test)]
mod tests {
    use super::checked_name;

    #[test]
    fn names_of_accounts_are_plain() {
        for (name, is_sound) in [
            ("MyBot", true),
            ("a1", true),
            ("my-bot_2", true),
            ("a", false),
            ("-bot", false),
            ("my bot", false),
            ("bôt", false),
            ("a/b", false),
            ("123456789012345678901", false),
        ] {
            assert_eq!(checked_name(name).is_ok(), is_sound, "{name}");
        }
    }
}
