-- $1 class
delete from move where game in (select game from class_game where class = $1)
