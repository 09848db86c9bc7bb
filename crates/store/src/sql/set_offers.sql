-- $1 game   $2 who offers a draw   $3 a takeback   $4 a rematch
update game
set draw_offer = $2, takeback_offer = $3, rematch_offer = $4
where id = $1
