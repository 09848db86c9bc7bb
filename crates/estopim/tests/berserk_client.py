"""Plays by the Bot API and the Board API with berserk, as anybody's program would.

Arguments: the server's address and a JSON object of tokens. Prints the number of checks that passed.
"""

import json
import random
import sys
import threading
import time

import berserk
import chess
import chess.pgn
import chess.variant
import io

BASE, TOKENS = sys.argv[1], json.loads(sys.argv[2])
PASSED = 0


def client(name):
    return berserk.Client(berserk.TokenSession(TOKENS[name]), base_url=BASE)


def check(condition, what):
    global PASSED
    if not condition:
        raise AssertionError(what)
    PASSED += 1


def refused(call, status, message):
    try:
        call()
    except berserk.exceptions.ResponseError as error:
        check(error.status_code == status, f"expected {status}, found {error.status_code}: {error}")
        found = error.response.json()
        check(found == {"error": message}, f"expected {message!r}, found {found}")
        return
    raise AssertionError(f"expected a refusal with {status}: {message}")


class Events:
    """The event stream of an account, read by a thread."""

    def __init__(self, client):
        self.client, self.seen, self.arrived = client, [], threading.Condition()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for event in self.client.board.stream_incoming_events():
            with self.arrived:
                self.seen.append(event)
                self.arrived.notify_all()

    def wait(self, kind, game_id=None, seconds=20):
        deadline = time.monotonic() + seconds
        with self.arrived:
            while True:
                for event in self.seen:
                    body = event.get("game") or event.get("challenge") or {}
                    if event["type"] == kind and game_id in (None, body.get("id")):
                        return event
                left = deadline - time.monotonic()
                if left <= 0:
                    raise AssertionError(f"no {kind} of {game_id} in {self.seen}")
                self.arrived.wait(left)


def board_of(full):
    name = full["variant"]["name"]
    fen = full["initialFen"]
    if name == "Chess960":
        return chess.Board(fen, chess960=True)
    if name == "From Position":
        return chess.Board(fen)
    check(fen == "startpos", fen)
    return chess.variant.find_variant(name)()


def play(api, game_id, username, seed, log, plies=1000):
    """Plays random legal moves until the game is over, or resigns after so many plies."""
    rng = random.Random(seed)
    full, board, color, told = None, None, None, -1
    for event in api.stream_game_state(game_id):
        if event["type"] == "gameFull":
            full, board, state = event, board_of(event), event["state"]
            color = full["white"]["name"] == username
            check(username in (full["white"]["name"], full["black"]["name"]), full)
        elif event["type"] == "gameState":
            state = event
        else:
            continue
        moves = state["moves"].split()
        check(len(moves) >= told, f"plies went back from {told} to {len(moves)}")
        if told >= 0 and len(moves) > told + 1:
            raise AssertionError(f"a state was skipped between {told} and {len(moves)}")
        for uci in moves[len(board.move_stack):]:
            move = chess.Move.from_uci(uci)
            check(move in board.legal_moves, f"{uci} in {board.fen()}")
            board.push(move)
        is_new, told = len(moves) != told, len(moves)
        if state["status"] != "started":
            log.append((state, board))
            continue
        check(not board.is_variant_end(), f"a state of a game that is over: {state}")
        if board.turn == color and is_new:
            if len(moves) >= plies:
                api.resign_game(game_id)
                continue
            move = rng.choice(sorted(board.legal_moves, key=str))
            api.make_move(game_id, move)
            if len(moves) == 4:
                # A repeated move is harmless.
                try:
                    api.make_move(game_id, move)
                    raise AssertionError("a move was played twice")
                except berserk.exceptions.ResponseError as error:
                    check(error.status_code == 400, error)


def whole_game(players, variant, seed, **options):
    """A challenge, its acceptance and a game to the end; returns how it ended."""
    (challenger, first, first_api), (asked, second, second_api) = players
    made = first.challenges.create(asked, rated=False, variant=variant, **options)
    game_id = made["id"]
    event = EVENTS[asked].wait("challenge", game_id)
    check(event["challenge"]["challenger"]["name"] == challenger, event)
    check(event["challenge"]["variant"]["key"] == variant, event)
    second.challenges.accept(game_id)
    for name in (challenger, asked):
        start = EVENTS[name].wait("gameStart", game_id)["game"]
        check(start["gameId"] == game_id and start["compat"]["board"], start)
    logs = [[], []]
    threads = [
        threading.Thread(target=play, args=(api, game_id, name, seed + at, logs[at]))
        for at, (name, _, api) in enumerate(players)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
        check(not thread.is_alive(), "the stream ends with the game")
    check(len(logs[0]) == 1 and len(logs[1]) == 1, f"one last state each: {logs}")
    check(logs[0][0][0] == logs[1][0][0], "both see the same end")
    for name in (challenger, asked):
        finish = EVENTS[name].wait("gameFinish", game_id)["game"]
        check(finish["status"]["name"] == logs[0][0][0]["status"], finish)
    state, board = logs[0][0]
    status, winner = state["status"], state.get("winner")
    if status == "mate":
        check(board.is_checkmate() and (winner == "white") != board.turn, state)
    elif status == "variantEnd":
        check(board.is_variant_end(), state)
        check(winner == ("white" if board.is_variant_loss() != board.turn else "black") or winner, state)
    elif status == "stalemate":
        check(board.is_stalemate() and winner is None, state)
    elif status == "draw":
        check(winner is None, state)
    else:
        raise AssertionError(f"an end that no rule knows: {state}")
    exported = first.games.export(game_id, as_pgn=True)
    game = chess.pgn.read_game(io.StringIO(exported))
    check(len(list(game.mainline_moves())) == len(board.move_stack), exported)
    return status, len(board.move_stack)


BOT_A, BOT_B, PERSON_A, PERSON_B = (client(name) for name in ("BotA", "BotB", "Ana", "Rui"))
EVENTS = {name: Events(client(name)) for name in ("BotA", "BotB", "Ana", "Rui")}
bots = ("BotA", BOT_A, BOT_A.bots), ("BotB", BOT_B, BOT_B.bots)
people = ("Ana", PERSON_A, PERSON_A.board), ("Rui", PERSON_B, PERSON_B.board)
time.sleep(0.5)

# Who they are.
account = BOT_A.account.get()
check(account["username"] == "BotA" and account["title"] == "BOT", account)
check(PERSON_A.account.get().get("title") is None, "a person has no title")
tested = BOT_A.oauth.test_tokens(TOKENS["BotA"], "est_nonsense")
check("bot:play" in tested[TOKENS["BotA"]]["scopes"] and tested["est_nonsense"] is None, tested)
online = {bot["username"] for bot in BOT_A.bots.get_online_bots()}
check({"BotA", "BotB"} <= online and "Ana" not in online, online)
statuses = {row["id"]: row for row in BOT_A.users.get_realtime_statuses("bota", "ana", "nobody")}
check(statuses["bota"]["online"] and statuses["bota"]["title"] == "BOT" and "nobody" not in statuses, statuses)
check(BOT_A.users.get_public_data("botb")["username"] == "BotB", "names have no case")

# Whole games, by either interface.
for seed, variant in enumerate(["standard", "atomic"]):
    for players in (bots, people, (bots[0], people[0]), (people[1], bots[1])):
        status, plies = whole_game(players, variant, 100 * seed, clock_limit=300, clock_increment=2)
        print(variant, players[0][0], players[1][0], status, plies, flush=True)
status, plies = whole_game(bots, "chess960", 7, clock_limit=300, clock_increment=2)
print("chess960", status, plies, flush=True)
position = "4k3/P7/8/8/8/8/7p/4K3 w - - 0 1"
status, plies = whole_game(bots, "fromPosition", 8, clock_limit=300, clock_increment=2, position=position)
print("fromPosition", status, plies, flush=True)

# Nobody plays for another.
made = BOT_A.challenges.create("BotB", rated=False, clock_limit=300, clock_increment=0, color="white")
game_id = made["id"]
refused(lambda: PERSON_A.challenges.accept(game_id), 404, "No such resource.")
BOT_B.challenges.accept(game_id)
EVENTS["BotB"].wait("gameStart", game_id)
third = client("BotC")
refused(lambda: third.bots.make_move(game_id, "e2e4"), 404, "No such resource.")
refused(lambda: list(third.bots.stream_game_state(game_id)), 404, "No such resource.")
refused(lambda: BOT_B.bots.make_move(game_id, "e7e5"), 400, "Not your turn, or game already over")
refused(lambda: BOT_A.bots.make_move(game_id, "e2e5"), 400, "Piece on e2 cannot move to e5")
playing = BOT_A.games.get_ongoing()
check([game["gameId"] for game in playing] == [game_id] and playing[0]["isMyTurn"], playing)

# Chat, draws and takebacks.
BOT_A.bots.make_move(game_id, "e2e4")
BOT_A.bots.post_message(game_id, "Good luck")
BOT_B.bots.make_move(game_id, "e7e5")
lines = []
stream = BOT_B.bots.stream_game_state(game_id)
full = next(iter(stream))
check(full["state"]["moves"] == "e2e4 e7e5" and full["clock"]["initial"] == 300000, full)
PERSON_C = client("BotA")
PERSON_C.bots._r.post(f"/api/bot/game/{game_id}/move/g1f3", params={"offeringDraw": "true"})
offered = next(event for event in stream if event["type"] == "gameState" and event.get("wdraw"))
check(offered["moves"].endswith("g1f3"), offered)
BOT_B.bots._r.post(f"/api/bot/game/{game_id}/draw/yes")
ended = next(event for event in stream if event["type"] == "gameState" and event["status"] != "started")
check(ended["status"] == "draw" and "winner" not in ended, ended)

# Declined, withdrawn and expired challenges.
declined = BOT_A.challenges.create("BotB", rated=False, clock_limit=60, clock_increment=0)
BOT_B.challenges.decline(declined["id"], reason="tooFast")
event = EVENTS["BotA"].wait("challengeDeclined", declined["id"])["challenge"]
check(event["declineReasonKey"] == "toofast" and event["destUser"]["name"] == "BotB", event)
withdrawn = BOT_A.challenges.create("BotB", rated=False, clock_limit=60, clock_increment=0)
BOT_A.challenges.cancel(withdrawn["id"])
EVENTS["BotB"].wait("challengeCanceled", withdrawn["id"])

# The computer, aborts and resignations.
against = PERSON_A.challenges.create_ai(level=1, clock_limit=300, clock_increment=0, color="white", variant="atomic")
EVENTS["Ana"].wait("gameStart", against["id"])
PERSON_A.board.abort_game(against["id"])
against = PERSON_A.challenges.create_ai(level=1, clock_limit=300, clock_increment=0, color="white")
log = []
play(PERSON_A.board, against["id"], "Ana", 3, log, plies=8)
check(log[0][0]["status"] in ("resign", "mate") and log[0][0]["winner"] == "black", log)

# Any opponent.
seeking = threading.Thread(target=lambda: PERSON_A.board.seek(10, 5, variant="atomic"), daemon=True)
seeking.start()
time.sleep(0.5)
PERSON_B.board.seek(10, 5, variant="atomic")
seeking.join(10)
check(not seeking.is_alive(), "the seek ends when somebody has come")
def lobby_games():
    return [event for event in EVENTS["Ana"].seen if event["type"] == "gameStart" and event["game"]["source"] == "lobby"]


deadline = time.monotonic() + 20
while not (seeks := lobby_games()) and time.monotonic() < deadline:
    time.sleep(0.05)
check(len(seeks) == 1 and seeks[0]["game"]["opponent"]["username"] == "Rui", seeks)
PERSON_A.board.abort_game(seeks[0]["game"]["gameId"])

# Tokens that allow too little, or nothing.
refused(lambda: client("reads").bots.make_move(game_id, "e2e4"), 403, "Missing scope: bot:play")
refused(lambda: client("reads").board.resign_game(game_id), 403, "Missing scope: board:play")
stranger = berserk.Client(berserk.TokenSession("est_" + "x" * 32), base_url=BASE)
refused(stranger.account.get, 401, "No such token")

print(f"{PASSED} passed")
