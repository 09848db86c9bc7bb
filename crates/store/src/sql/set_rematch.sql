-- $1 game   $2 the game played in revenge
update game
set rematch_id = $2
where id = $1 and rematch_id is null
