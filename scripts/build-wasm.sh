#!/usr/bin/env bash
# Builds the WebAssembly modules of the page and puts them, with the digest of their sources, into web/src/wasm.
#
# With a toolchain that has the wasm32 target (rustup target add wasm32-unknown-unknown) that is a plain build. Where only
# Debian's packages are to be had (apt install rustc-web cargo-web rust-web-src lld-19), the standard library is built along,
# and panics become traps without a text, which makes the modules smaller.
set -euo pipefail
cd "$(dirname "$0")/.."

target=wasm32-unknown-unknown
folder="${CARGO_TARGET_DIR:-target}/wasm"
export CARGO_TARGET_DIR="$folder"
# Deep variations need room; the table of the engine comes on top.
stack=$((16 << 20))

if [ -d /usr/lib/rustlib/src/rust/library ] && command -v wasm-ld-19 >/dev/null; then
	export RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1
	cargo=(/usr/bin/cargo)
	common=(-Zbuild-std=std,panic_abort)
	flags="-C linker=wasm-ld-19 -Zunstable-options -Cpanic=immediate-abort"
elif [ -d "$(rustc --print sysroot)/lib/rustlib/$target" ]; then
	cargo=("${CARGO:-cargo}")
	common=()
	flags=""
else
	cat >&2 <<-END
		error: no Rust for WebAssembly found; install it with one of
		  rustup target add $target
		  apt install rustc-web cargo-web rust-web-src lld-19
	END
	exit 1
fi

build() { # name, profile, flags, arguments
	local name=$1 profile=$2 more=$3
	shift 3
	RUSTFLAGS="$flags $more" "${cargo[@]}" build --locked --target $target --profile "$profile" \
		-p estopim-wasm --example "$name" "${common[@]}" "$@"
	install -m 644 "$folder/$target/$profile/examples/$name.wasm" "web/src/wasm/$name.wasm"
}

mkdir -p web/src/wasm
build rules wasm-small "" --no-default-features --features small
build pgn wasm-small "" --no-default-features --features small
build report wasm-small "" --no-default-features --features small
build engine wasm-fast "-C target-feature=+simd128 -C link-arg=-zstack-size=$stack"
node web/scripts/wasm-sources.mjs > web/src/wasm/sources.sha256
