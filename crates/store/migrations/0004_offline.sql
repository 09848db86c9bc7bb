-- A game that was played in a page without a server and sent in afterwards: the key that the page made for it, after its
-- player's session, so that one that is sent twice is kept once. Null for every other game.
alter table game add column offline_key text;
create unique index game_by_offline_key on game (offline_key);
