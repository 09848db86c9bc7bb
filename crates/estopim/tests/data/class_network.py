"""A teacher's computer and a child's device in network namespaces. Run by class_network.rs in namespaces of its own, as its root.

Checks which address `estopim class` chooses, that a device reaches it, that the self-test sees that, that estopim.local is found by
mDNS, and that a change of address is followed.
"""
import base64, json, os, re, socket, struct, subprocess, sys, threading, time, urllib.request

program, data = sys.argv[1], sys.argv[2]


def ip(*words):
    subprocess.run(["ip", *words], check=True)


# /run/netns must be ours.
os.makedirs("/run/netns", exist_ok=True)
subprocess.run(["mount", "-t", "tmpfs", "tmpfs", "/run/netns"], check=True)
ip("link", "set", "lo", "up")
# A container's bridge, a VPN, and the Wi-Fi with a device behind it.
for name, address in [("docker0", "172.17.0.1/16"), ("tun0", "10.8.0.2/24")]:
    ip("link", "add", name, "type", "veth", "peer", "name", f"{name}-end")
    ip("link", "set", f"{name}-end", "up")
    ip("addr", "add", address, "dev", name)
    ip("link", "set", name, "up")
ip("netns", "add", "kid")
ip("link", "add", "wlan0", "type", "veth", "peer", "name", "kid0", "netns", "kid")
ip("addr", "add", "192.168.77.20/24", "dev", "wlan0")
ip("link", "set", "wlan0", "up")
ip("netns", "exec", "kid", "ip", "addr", "add", "192.168.77.30/24", "dev", "kid0")
ip("netns", "exec", "kid", "ip", "link", "set", "kid0", "up")
ip("netns", "exec", "kid", "ip", "route", "add", "224.0.0.0/4", "dev", "kid0")
time.sleep(1)

words = [program, "class", "--no-browser", "--lang", "en", "--data-dir", data]
server = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
lines = []


def read():
    for line in server.stdout:
        lines.append(line.rstrip())


threading.Thread(target=read, daemon=True).start()


def until(what, holds, seconds=30):
    end = time.time() + seconds
    while not holds():
        assert time.time() < end, f"{what}: {lines}"
        time.sleep(0.1)


def frame(payload):
    mask = os.urandom(4)
    body = bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))
    assert len(payload) < 126
    return bytes([0x81, 0x80 | len(payload)]) + mask + body


class Screen:
    """The teacher's screen: a WebSocket by hand."""

    def __init__(self, cookie, code):
        self.socket = socket.create_connection(("127.0.0.1", 80), timeout=20)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET /ws/class/{code}/teacher HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\nCookie: {cookie}\r\n\r\n".encode()
        )
        self.bytes = b""
        while b"\r\n\r\n" not in self.bytes:
            self.bytes += self.socket.recv(4096)
        head, self.bytes = self.bytes.split(b"\r\n\r\n", 1)
        assert b" 101 " in head, head

    def take(self, count):
        while len(self.bytes) < count:
            more = self.socket.recv(65536)
            assert more, "the socket was closed"
            self.bytes += more
        taken, self.bytes = self.bytes[:count], self.bytes[count:]
        return taken

    def news(self):
        _, length = self.take(2)
        if length == 126:
            (length,) = struct.unpack(">H", self.take(2))
        elif length == 127:
            (length,) = struct.unpack(">Q", self.take(8))
        return json.loads(self.take(length) or b"{}")

    def view_until(self, holds):
        end = time.time() + 30
        while time.time() < end:
            news = self.news()
            if news.get("type") == "view" and holds(news["view"]):
                return news["view"]
        raise AssertionError("the view did not come")


try:
    until("it starts", lambda: any("Ctrl-C" in line for line in lines))
    said = "\n".join(lines)
    # Port 80 is allowed here, and neither the container's bridge nor the VPN is offered.
    assert "http://192.168.77.20  (wlan0)" in said, said
    assert "172.17.0.1" not in said and "10.8.0.2" not in said, said
    code = re.search(r"open http://192\.168\.77\.20 and type (\w+)", said).group(1)
    pin = re.search(r"PIN for your page: (\d+)", said).group(1)

    request = urllib.request.Request(
        "http://127.0.0.1/api/class/pin",
        data=json.dumps({"pin": pin}).encode(),
        headers={"content-type": "application/json"},
    )
    answer = urllib.request.urlopen(request, timeout=20)
    cookie = answer.headers["set-cookie"].split(";")[0]
    teacher = Screen(cookie, code)
    view = teacher.view_until(lambda view: True)
    assert view["devices"] == 0 and view["addresses"] == ["http://192.168.77.20"], view
    # The teacher's own browser, by the computer's own address, is no other device.
    urllib.request.urlopen("http://192.168.77.20/j", timeout=20).read()

    # A child's device opens the page: the self-test says so.
    fetch = "import urllib.request; print(urllib.request.urlopen('http://192.168.77.20/', timeout=20).geturl())"
    fetched = subprocess.run(["ip", "netns", "exec", "kid", sys.executable, "-c", fetch], capture_output=True, text=True)
    assert fetched.stdout.strip() == "http://192.168.77.20/j", fetched
    assert teacher.view_until(lambda view: view["devices"] > 0)["devices"] == 1

    # The device finds the computer by name.
    ask = r"""
import socket, struct, sys, time
query = struct.pack('>6H', 0, 0, 1, 0, 0, 0) + b'\x07estopim\x05local\x00' + struct.pack('>2H', 1, 1)
asker = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
asker.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton('192.168.77.30'))
asker.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
asker.bind(('', 5353))
asker.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, socket.inet_aton('224.0.0.251') + socket.inet_aton('192.168.77.30'))
asker.settimeout(1)
end = time.time() + 30
while time.time() < end:
    asker.sendto(query, ('224.0.0.251', 5353))
    try:
        answer, _ = asker.recvfrom(9000)
    except socket.timeout:
        continue
    if answer[2] & 0x80 and socket.inet_aton('192.168.77.20') in answer:
        print('found')
        break
"""
    found = subprocess.run(["ip", "netns", "exec", "kid", sys.executable, "-c", ask], capture_output=True, text=True)
    assert found.stdout.strip() == "found", found

    # The network changes: the new address is printed, and the teacher's page has it.
    ip("addr", "add", "192.168.88.20/24", "dev", "wlan0")
    ip("addr", "del", "192.168.77.20/24", "dev", "wlan0")
    until("the change is told", lambda: any("http://192.168.88.20 and type" in line for line in lines))
    teacher.view_until(lambda view: view["addresses"] == ["http://192.168.88.20"])
    print("ALL TESTED")
finally:
    server.kill()
