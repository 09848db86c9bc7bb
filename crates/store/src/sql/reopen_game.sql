-- $1 game
update game set ended_ms = null, winner = null, reason = null, rematch_offer = null
where id = $1 and ended_ms is not null
