# part NAME COMMAND…: runs one part of the gate or of verify, prints how long it took and remembers how it ended. A part that
# fails doesn't keep the others from running; `finish` prints the table and fails if one did. Sourced, not run.
parts=()
failed_parts=0

part() {
    local name=$1 begin=$SECONDS result=passed status
    shift
    printf '\n==> %s\n' "$name"
    # A subshell that isn't part of a condition keeps `set -e`.
    set +e
    ( set -e; "$@" )
    status=$?
    set -e
    [ "$status" -eq 0 ] || { result=FAILED; failed_parts=$((failed_parts + 1)); }
    parts+=("$name|$result|$((SECONDS - begin))")
    printf '==> %s: %s after %d s\n' "$name" "$result" "$((SECONDS - begin))"
}

# As `part`, for what everything after it needs.
needed() {
    local before=$failed_parts
    part "$@"
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
