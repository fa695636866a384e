# part NAME COMMAND…: runs one part of the gate or of verify, prints how long it took and remembers how it ended. A part that
# fails doesn't keep the others from running; `finish` prints the table and fails if one did. Sourced, not run.
parts=()
failed_parts=0

part() {
    local begin=$SECONDS status
    printf '\n==> %s\n' "$1"
    # A subshell that isn't part of a condition keeps `set -e`.
    set +e
    ( set -e; shift; "$@" )
    status=$?
    set -e
    ended "$1" "$status" "$((SECONDS - begin))"
}

ended() {
    local result=passed
    [ "$2" -eq 0 ] || { result=FAILED; failed_parts=$((failed_parts + 1)); }
    parts+=("$1|$result|$3")
    printf '==> %s: %s after %d s\n' "$1" "$result" "$3"
}

# beside NAME PROGRAM…: as `part`, while the parts that follow it run, to which it leaves a processor that both want. What it
# says goes to a file, which `joined` prints. One at a time.
beside() {
    local yielding=(nice -n 10)
    # Root's libdispatch gives its threads a niceness of their own, whatever the process's. Root of some containers may not
    # give a capability up, and mostly hasn't got it then.
    if [ "$(id -u)" -eq 0 ] && setpriv --bounding-set=-sys_nice true 2>/dev/null; then
        yielding=(setpriv --bounding-set=-sys_nice "${yielding[@]}")
    fi
    beside=$1
    beside_log=.build/beside.log
    shift
    printf '\n==> %s: begins beside what follows, and writes to %s\n' "$beside" "$beside_log"
    : >"$beside_log"
    # A group of processes of its own, so that what it has started ends with this script.
    set -m
    (
        set +e
        begin=$SECONDS
        "${yielding[@]}" "$@"
        status=$?
        echo "$((SECONDS - begin))" >.build/beside.seconds
        exit "$status"
    ) </dev/null >"$beside_log" 2>&1 &
    set +m
    beside_group=$!
    trap 'kill -- "-$beside_group" 2>/dev/null || true' EXIT
}

# Waits for the part that `beside` began.
joined() {
    local status
    printf '\n==> %s\n' "$beside"
    tail -n +1 -s 0.2 -f --pid="$beside_group" "$beside_log"
    set +e
    wait "$beside_group"
    status=$?
    set -e
    trap - EXIT
    ended "$beside" "$status" "$(cat .build/beside.seconds)"
}

# needed part … or needed joined: as these, for what everything after it needs.
needed() {
    local before=$failed_parts
    "$@"
    [ "$failed_parts" -eq "$before" ] || finish
}

# Prints the table, then the tests that failed and those that passed only when they ran alone, and ends the script.
finish() {
    local entry name result seconds all=passed
    [ "$failed_parts" -eq 0 ] || all=FAILED
    printf '\n%-64s %-8s %7s\n' part result seconds
    for entry in "${parts[@]}" "all|$all|$SECONDS"; do
        IFS='|' read -r name result seconds <<<"$entry"
        printf '%-64s %-8s %7s\n' "$name" "$result" "$seconds"
    done
    [ ! -s .build/failed ] || sed 's/^/FAILED /' .build/failed
    [ ! -s .build/flaky ] || sed 's/^/FLAKY /' .build/flaky
    [ "$failed_parts" -eq 0 ] || exit 1
    exit 0
}
