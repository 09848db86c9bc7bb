-- $1 class
delete from game where id in (select game from class_game where class = $1)
