-- $1 game   $2 the first ply that goes
delete from move
where game = $1 and ply >= $2
