-- $1 class
delete from class_answer where class = $1
