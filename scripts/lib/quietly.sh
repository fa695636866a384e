# quietly WHAT LOG COMMAND…: runs a command whose output goes to the file LOG, behind one line: the time it has taken and
# the last line of the output. A failure prints the end of the output and where the rest is. Sourced, not run.
quietly() {
    local what=$1 log=$2 begin=$SECONDS width status=0
    shift 2
    mkdir -p "$(dirname "$log")"
    "$@" >"$log" 2>&1 &
    local child=$!
    if [ -t 2 ]; then
        width=$(tput cols 2>/dev/null || echo 80)
        while kill -0 "$child" 2>/dev/null; do
            quietly_line "$what" "$((SECONDS - begin))" "$log" "$width"
            sleep 0.5
        done
        printf '\r\033[K' >&2
    else
        printf '==> %s …\n' "$what" >&2
    fi
    wait "$child" || status=$?
    if [ "$status" -ne 0 ]; then
        printf '==> %s: failed after %d s. The end of %s:\n' "$what" "$((SECONDS - begin))" "$log" >&2
        tail -n 30 "$log" >&2
        return "$status"
    fi
    printf '==> %s: %d s\n' "$what" "$((SECONDS - begin))" >&2
}

quietly_line() {
    local line
    line=$(tail -c 400 "$3" 2>/dev/null | tr '\r' '\n' | tail -n 1 | tr -d '\000-\037\177')
    line=$(printf '==> %s: %d:%02d  %s' "$1" "$(($2 / 60))" "$(($2 % 60))" "$line")
    printf '\r\033[K%s' "${line:0:$(($4 - 1))}" >&2
}
