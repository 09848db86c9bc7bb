-- $1 class   $2 question
select seat, uci from class_answer where class = $1 and question = $2 order by seat
