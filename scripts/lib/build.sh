# How the scripts build: one set of flags, so that each finds what another built. Sourced, not run.
# Without debug information, which nothing here reads. The index stays on in debug builds: SwiftPM looks for XCTest's tests
# in it, and fails without.
build_flags=(-debug-info-format none)
. scripts/lib/precompile.sh

# `swift build` for debug with these flags.
build_debug() { precompile debug; swift build "${build_flags[@]}" "$@"; }

# `swift build` for release with these flags.
build_release() { precompile release; swift build -c release "${build_flags[@]}" "$@"; }
