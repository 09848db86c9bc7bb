-- $1 class
delete from report where game in (select game from class_game where class = $1)
