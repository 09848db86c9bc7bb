#!/usr/bin/env bash
# Runs a command with a private PostgreSQL: a new cluster in a temporary directory, reached by a socket there
# and by nobody else, its address in ESTOPIM_TEST_POSTGRES. It is stopped and removed afterwards.
#
#   scripts/with-postgres.sh cargo test -p estopim-store
set -euo pipefail

fail() { echo "error: $*" >&2; exit 1; }

# Debian keeps the server's programs out of the way.
find_programs() {
    command -v initdb pg_ctl >/dev/null && { dirname "$(command -v initdb)"; return; }
    local found
    found=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)
    [ -n "$found" ] && [ -x "$found/initdb" ] && echo "$found"
}

if ! programs=$(find_programs); then
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null \
        || fail "PostgreSQL is missing; install it (Debian: apt install postgresql)"
    echo "installing PostgreSQL" >&2
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql; } >&2 \
        || fail "PostgreSQL is missing and could not be installed (Debian: apt install postgresql)"
    programs=$(find_programs) || fail "PostgreSQL was installed, but initdb is not to be found"
fi

# PostgreSQL refuses to run as root.
as_owner=()
directory=$(mktemp -d "${TMPDIR:-/tmp}/estopim-postgres.XXXXXX")
if [ "$(id -u)" = 0 ]; then
    owner=postgres
    id "$owner" >/dev/null 2>&1 || owner=nobody
    chown "$owner" "$directory"
    as_owner=(setpriv "--reuid=$owner" "--regid=$(id -g "$owner")" --clear-groups env "HOME=$directory")
fi

stop() {
    (cd "$directory" && "${as_owner[@]}" "$programs/pg_ctl" -D "$directory/data" -m immediate stop >/dev/null 2>&1) || true
    rm -rf "$directory"
}
trap stop EXIT

cd_and() { (cd "$directory" && "${as_owner[@]}" "$@"); }
cd_and "$programs/initdb" -D "$directory/data" -U estopim -A trust -E UTF8 --locale=C >"$directory/initdb.log" 2>&1 \
    || { cat "$directory/initdb.log" >&2; fail "PostgreSQL could not make a cluster"; }
cd_and "$programs/pg_ctl" -D "$directory/data" -w -l "$directory/data/server.log" \
    -o "-c listen_addresses='' -c unix_socket_directories='$directory' -c max_connections=200" start >/dev/null \
    || { cat "$directory/data/server.log" >&2; fail "PostgreSQL did not start"; }

chmod 755 "$directory"
export ESTOPIM_TEST_POSTGRES="postgres://estopim@localhost/postgres?host=$directory"
"$@"
