-- $1 game   $2 its rematch
update game
set rematch_id = $2
where id = $1 and rematch_id is null
