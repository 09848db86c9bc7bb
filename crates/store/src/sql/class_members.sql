-- $1 class
select seat, class, session, animal, color, name, card, joined_ms, state from class_member where class = $1 order by joined_ms, seat
