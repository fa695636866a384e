/// Mends what `--generate-completion-script bash` prints.
///
/// ArgumentParser's script gives names to `compgen -W`, which expands them: somebody who calls a group `$(reboot)` would have
/// that run by whoever presses the tab key. Here the program quotes the names (`BashWord`), and bash takes them as they are.
public enum CompletionScript {
    private static let custom = #"__spotter_add_completions -W "$(__spotter_custom_complete "#
    private static let call = #""${COMP_WORDS[0]}" "${@}" "${words[@]}""#

    private static let words = #"""
            local -r prev="${3}"

            local -i positional_number
        """#

    /// An address is one word of the command line, and several of bash's.
    private static let joinedWords = #"""
            local -a joined=()
            local -i joined_cword=0
            __spotter_join_words
            local -a COMP_WORDS=("${joined[@]}")
            local -i COMP_CWORD="${joined_cword}"
            local -r prev="${COMP_WORDS[COMP_CWORD > 0 ? COMP_CWORD - 1 : 0]}"

            local -i positional_number
        """#

    private static let addQuoted = #"""
        # Joins what bash divides at characters such as @ and : within a word.
        __spotter_join_words() {
            local rest="${COMP_LINE}" word
            local -i index
            for index in "${!COMP_WORDS[@]}"; do
                word="${COMP_WORDS[index]}"
                if [[ "${index}" -gt 0 && ( -n "${word}" && "${rest}" = "${word}"* || -z "${word}" && "${COMP_LINE:COMP_POINT-1:1}" != [[:space:]] ) ]]; then
                    joined[${#joined[@]} - 1]+="${word}"
                else
                    joined+=("${word}")
                fi
                rest="${rest#*"${word}"}"
                if [[ "${index}" -eq "${COMP_CWORD}" ]]; then joined_cword=$((${#joined[@]} - 1)); fi
            done
        }


        # Names come as they are to stand on the command line: nothing in them is expanded or quoted once more.
        __spotter_add_quoted() {
            local completion
            compopt +o filenames
            while IFS='' read -r completion; do
                [[ -n "${completion}" ]] && COMPREPLY+=("${completion}")
            done <<<"${1}"
        }

        __spotter_custom_complete() {
        """#

    /// - Returns: the mended script; `nil` if ArgumentParser's has changed and would expand names again.
    public static func bash(_ script: String) -> String? {
        let parts = [custom, call, words, "\n__spotter_custom_complete() {\n"]
        guard parts.allSatisfy(script.contains) else { return nil }
        let mended = script.replacing(custom, with: #"__spotter_add_quoted "$(__spotter_custom_complete "#)
            .replacing(
                call,
                with: #"SPOTTER_COMPLETION_LINE="${COMP_LINE:0:COMP_POINT}" \"#
                    + "\n        SPOTTER_COMPLETION_BREAKS=\"${COMP_WORDBREAKS}\" " + call
            )
            .replacing(words, with: joinedWords)
            .replacing("\n__spotter_custom_complete() {\n", with: "\n" + addQuoted + "\n")
        return mended.contains("compgen -W \"$(") ? nil : mended
    }
}
