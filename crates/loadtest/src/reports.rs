//! People who have finished a game and all ask for its report at the same time.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::time::sleep;

use super::client::Visitor;
use super::drive::DriveError;
use super::games::Script;

/// How long the games are.
pub const PLIES: usize = 80;
/// How often a page asks how far its report is.
const ASKING: Duration = Duration::from_millis(500);

/// A finished game, and who may ask for its report.
pub struct Finished {
    id: String,
    visitor: Visitor,
}

/// Plays the beginning of a script at one screen, and resigns.
pub async fn finish(address: SocketAddr, script: &Script) -> Result<Finished, DriveError> {
    let mut visitor = Visitor::new(address).await?;
    let wanted = json!({
        "variant": "chess", "opponent": { "type": "hotSeat" }, "time": { "type": "none" }
    });
    let made = visitor.post("/api/games", &wanted).await?;
    let refused = |found: &str| DriveError::Refused { wanted: "a game", found: found.to_owned() };
    let made_json = made.json();
    let id = made_json["id"].as_str().ok_or_else(|| refused(&made.body))?.to_owned();
    let mut connection = visitor.connect().await?;
    connection.send_text(json!({ "type": "watchGame", "id": id }).to_string()).await?;
    let moves = script.iter().take(PLIES).enumerate();
    let moves = moves.map(|(ply, mv)| {
        (json!({ "type": "move", "id": id, "atPly": ply, "text": mv }), r#"{"type":"moved""#)
    });
    let resigns = (json!({ "type": "resign", "id": id }), r#"{"type":"ended""#);
    for (message, answer) in moves.chain([resigns]) {
        connection.send_text(message.to_string()).await?;
        loop {
            let text = connection.receive_text().await?;
            if text.starts_with(answer) {
                break;
            }
            if text.starts_with(r#"{"type":"rejected""#) || text.starts_with(r#"{"type":"failed""#)
            {
                return Err(refused(&text));
            }
        }
    }
    Ok(Finished { id, visitor })
}

impl Finished {
    /// Asks for the report and waits for it. Returns when it was there.
    pub async fn report(mut self) -> Result<Instant, DriveError> {
        let path = format!("/api/games/{}/report", self.id);
        let mut answer = self.visitor.post(&path, &Value::Null).await?;
        while answer.status == 202 {
            sleep(ASKING).await;
            answer = self.visitor.get(&path).await?;
        }
        if answer.status == 200 {
            return Ok(Instant::now());
        }
        Err(DriveError::Refused { wanted: "a report", found: answer.body })
    }
}
