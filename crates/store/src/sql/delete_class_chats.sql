-- $1 class
delete from chat where game in (select game from class_game where class = $1)
