-- $1 class   $2 question   $3 seat   $4 move
insert into class_answer (class, question, seat, uci) values ($1, $2, $3, $4)
on conflict (class, question, seat) do update set uci = excluded.uci
