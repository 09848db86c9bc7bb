"""Bots play many games at a time by the Bot API, for a while; the server is killed in the middle and started again.

Arguments: the program, the number of games, the number of seconds. Fails if a game is stuck, if a move that was taken is
not in the game, or if the server's memory grows.
"""

import http.client
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time

import chess

PROGRAM, GAMES, SECONDS = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
PAIRS, STUCK_SECONDS = 5, 45
DATA = tempfile.mkdtemp(prefix="estopim-bots-")
SCOPES = ["bot:play", "challenge:read", "challenge:write"]
faults, done, over = [], threading.Event(), threading.Lock()
moves_taken, games_over, seen, running, reopened = 0, 0, {}, {}, 0
address = ("127.0.0.1", 0)


def start(port):
    command = [PROGRAM, "serve", "--data-dir", DATA, "--bind", f"127.0.0.1:{port}", "--log", "error"]
    command += ["--requests-per-second", "10000", "--connections-per-address", "2000"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    return server, int(server.stdout.readline().strip().rsplit(":", 1)[1])


def ask(method, path, token=None, body=None):
    """One request; the status and the JSON, or 0 if the server is not there."""
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    connection = http.client.HTTPConnection(*address, timeout=20)
    try:
        connection.request(method, path, json.dumps(body) if body is not None else None, headers)
        answer = connection.getresponse()
        text = answer.read()
        return answer.status, json.loads(text) if text else None
    except (OSError, http.client.HTTPException):
        return 0, None
    finally:
        connection.close()


def lines(path, token):
    """The lines of a stream until it ends."""
    connection = http.client.HTTPConnection(*address, timeout=20)
    try:
        connection.request("GET", path, headers={"Authorization": f"Bearer {token}"})
        answer = connection.getresponse()
        while line := answer.readline():
            if line.strip():
                yield json.loads(line)
    except (OSError, http.client.HTTPException, ValueError):
        return
    finally:
        connection.close()


def play(name, token, game_id):
    """Plays one side of a game to its end, however often the stream breaks."""
    global moves_taken, games_over, reopened
    # The moves that were taken, by their number among the own ones. One whose answer was lost may be in the game or not.
    taken, rng = {}, random.Random(f"{name}{game_id}")
    while not done.is_set():
        color, board = None, chess.Board()
        for event in lines(f"/api/bot/game/stream/{game_id}", token):
            if event["type"] == "gameFull":
                color, state = event["white"]["name"] == name, event["state"]
            elif event["type"] == "gameState":
                state = event
            else:
                continue
            moves = state["moves"].split()
            with over:
                if len(moves) != seen.get(game_id, (-1, 0))[0]:
                    seen[game_id] = len(moves), time.monotonic()
            mine = moves[0 if color else 1 :: 2]
            is_lost = event["type"] == "gameFull" and max(taken, default=-1) >= len(mine)
            if is_lost or any(mine[at] != uci for at, uci in taken.items() if at < len(mine)):
                faults.append(f"{game_id}: {name} played {taken}, the game has {mine}")
                done.set()
            for uci in moves[len(board.move_stack) :]:
                board.push_uci(uci)
            if state["status"] != "started":
                with over:
                    games_over += 1
                    running.pop(game_id, None)
                return
            if board.turn == color:
                time.sleep(rng.uniform(0.05, 0.4))
                uci = rng.choice(list(board.legal_moves)).uci()
                status, _ = ask("POST", f"/api/bot/game/{game_id}/move/{uci}", token)
                if status == 200:
                    taken[len(mine)] = uci
                    with over:
                        moves_taken += 1
                elif status not in (0, 400):
                    faults.append(f"{game_id}: {uci} was answered with {status}")
        reopened += 1
        time.sleep(0.5)


def listen(name, token):
    """Accepts every challenge and plays every game; the stream is opened again whenever it ends."""
    playing = set()
    while not done.is_set():
        for event in lines("/api/stream/event", token):
            if event["type"] == "challenge" and event["challenge"]["challenger"]["name"] != name:
                ask("POST", f"/api/challenge/{event['challenge']['id']}/accept", token)
            elif event["type"] == "gameStart":
                game_id = event["game"]["id"]
                with over:
                    seen.setdefault(game_id, (-1, time.monotonic()))
                    running[game_id] = True
                if game_id not in playing:
                    playing.add(game_id)
                    threading.Thread(target=play, args=(name, token, game_id), daemon=True).start()
            if done.is_set():
                return
        time.sleep(0.2)


def memory(server):
    with open(f"/proc/{server.pid}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))


server, port = start(0)
address = ("127.0.0.1", port)
bots = []
for number in range(2 * PAIRS):
    wanted = {"name": f"Load{number}", "bot": True, "label": "load", "scopes": SCOPES}
    status, made = ask("POST", "/api/tokens", body=wanted)
    assert status == 201, (status, made)
    bots.append((wanted["name"], made["token"]))
for name, token in bots:
    threading.Thread(target=listen, args=(name, token), daemon=True).start()

began, killed, figures, most = time.monotonic(), False, [], 0
while (passed := time.monotonic() - began) < SECONDS and not faults:
    with over:
        count = len(running)
    most = max(most, count)
    for number in range(min(GAMES - count, 20)):
        pair = random.randrange(PAIRS)
        wanted = {"variant": "standard", "clock.limit": 600, "clock.increment": 2}
        ask("POST", f"/api/challenge/{bots[2 * pair + 1][0]}", bots[2 * pair][1], wanted)
    if not killed and passed > SECONDS / 2:
        server.send_signal(signal.SIGKILL)
        server.wait()
        time.sleep(1)
        server, _ = start(port)
        killed = True
        with over:
            for game_id in seen:
                seen[game_id] = seen[game_id][0], time.monotonic()
        before_kill = moves_taken
    time.sleep(1)
    if killed:
        figures.append(memory(server))
    with over:
        now = time.monotonic()
        stuck = [game_id for game_id in running if now - seen[game_id][1] > STUCK_SECONDS]
    if stuck:
        faults.append(f"stuck: {stuck}")
done.set()
print(f"{most} games at a time, {games_over // 2} over, {moves_taken} moves, {moves_taken - before_kill if killed else 0} "
      f"after the kill, {reopened} streams opened again, memory {figures[:1]} to {figures[-1:]} kB", flush=True)
if most < GAMES:
    faults.append(f"expected {GAMES} games at a time, found {most}")
if not killed or moves_taken == before_kill:
    faults.append("nothing was played after the kill")
if len(figures) > 60:
    # Once all games are in memory again it stays flat.
    settled, last = max(figures[20:40]), max(figures[-20:])
    if last > settled * 1.25:
        faults.append(f"memory grew from {settled} to {last} kB")
server.terminate()
server.wait()
subprocess.run(["rm", "-r", DATA], check=False)
print("\n".join(faults) if faults else "sound", flush=True)
os._exit(1 if faults else 0)
