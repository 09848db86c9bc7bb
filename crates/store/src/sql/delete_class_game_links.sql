-- $1 class
delete from class_game where class = $1
