#!/usr/bin/env bash
# Gets the programs that check docs/hosting, where they are missing: Debian's packages, unpacked into target/tools and
# not installed, so that nothing is started and nobody needs to be root.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p target/tools
cd target/tools

download() { apt-get download -qq "$1" 2>/dev/null; }

for program in nginx caddy; do
    PATH="$PATH:/usr/sbin:$PWD/usr/bin:$PWD/usr/sbin" command -v "$program" >/dev/null && continue
    command -v apt-get >/dev/null || { echo "$program is missing: docs/hosting is not checked by it" >&2; continue; }
    # The lists of packages may be missing too; only root can get them.
    download "$program" || { apt-get update -qq && download "$program"; } ||
        { echo "error: $program is missing and could not be downloaded (Debian: apt install $program)" >&2; exit 1; }
    dpkg-deb -x "$program"_*.deb .
    rm "$program"_*.deb
done
