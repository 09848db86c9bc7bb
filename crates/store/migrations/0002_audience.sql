-- Who is told of the game while it goes on: `everybody` finds it on the list of games to watch; nobody if null.
alter table game add column audience text;
