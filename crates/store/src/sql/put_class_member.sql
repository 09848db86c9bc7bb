-- $1 seat   $2 class   $3 session   $4 animal   $5 color   $6 name   $7 card   $8 joined (ms)   $9 state
insert into class_member (seat, class, session, animal, color, name, card, joined_ms, state)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
on conflict (seat) do update set session = excluded.session, animal = excluded.animal, color = excluded.color, name = excluded.name, state = excluded.state
