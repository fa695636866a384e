# precompile CONFIGURATION: has clang read the C++ library once instead of 526 times, which is a good third of the time that
# BoringSSL takes (it is there twice: swift-nio-ssl and swift-crypto each bring their own, with different names).
# It sets a variable that only clang reads, so that a build without it finds the same objects. Sourced, not run.
precompile() {
    local folder=$PWD/.build/precompiled flags target clang
    case "$folder" in *[[:space:]]*) return 0 ;; esac
    clang=$(command -v clang) || return 0
    mkdir -p "$folder/library.h.pch"
    if [ ! -e "$folder/library.h" ]; then
        printf '#include <%s>\n' algorithm memory string_view type_traits utility >"$folder/library.h"
        printf -- '-std=c++17\n-include %s\n' "$folder/library.h" >"$folder/cxx.cfg"
    fi
    # One for each target in C++, with the flags that SwiftPM and its manifest give: clang takes the one that fits a file.
    for target in CNIOBoringSSL CCryptoBoringSSL CTOML; do
        flags=(-target "$(uname -m)-unknown-linux-gnu" -DSWIFT_PACKAGE=1 -fblocks -fPIC -g0 -fno-omit-frame-pointer -w)
        [ "$1" = debug ] && flags+=(-O0 -DDEBUG=1) || flags+=(-O2)
        [ "$target" != CNIOBoringSSL ] || flags+=(-D_GNU_SOURCE -D_POSIX_C_SOURCE=200112L -D_DARWIN_C_SOURCE)
        [ "$target" != CTOML ] || flags+=(-DTOML_EXCEPTIONS=1)
        [ ! "$folder/library.h.pch/$1-$target" -nt "$(readlink -f "$clang")" ] || continue
        "$clang" "${flags[@]}" -std=c++17 -x c++-header "$folder/library.h" -o "$folder/library.h.pch/$1-$target" || return 0
        "$clang" "${flags[@]}" --config="$folder/cxx.cfg" -fsyntax-only -x c++ /dev/null || return 0
    done
    export CCC_OVERRIDE_OPTIONS="# s/^-std=c\\+\\+17\$/--config=$folder/cxx.cfg/"
}
