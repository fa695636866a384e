/// Removes links from a text unless their host is allowed, and escapes HTML.
struct LinkFilter: Sendable {
    static let replacement = "(link removed)"

    let allowedHosts: Set<String>

    /// The hosts that `text` names.
    static func hosts(in text: String) -> Set<String> {
        let hosts = runs(in: text).flatMap { run in
            let run = String(text[run])
            return addresses(in: run).compactMap { host(of: String(run[$0])) }
        }
        return Set(hosts)
    }

    func cleaned(_ text: String) -> String {
        guard text.contains(where: { "/\\<:.".contains($0) }) else { return text }
        let text = withoutTags(text)
        var result = ""
        var last = text.startIndex
        for run in Self.runs(in: text) {
            result += text[last..<run.lowerBound]
            result += withoutForeignAddresses(withoutDestinations(String(text[run])))
            last = run.upperBound
        }
        return result + text[last...]
    }

    /// The parts that can contain an address: ASCII without spaces. A text can be cut anywhere else.
    private static func runs(in text: String) -> [Range<String.Index>] {
        var runs: [Range<String.Index>] = []
        var start: String.Index?
        for index in text.indices {
            let isPart = text[index].isASCII && !text[index].isWhitespace
            if isPart, start == nil { start = index }
            if !isPart, let from = start {
                runs.append(from..<index)
                start = nil
            }
        }
        if let start { runs.append(start..<text.endIndex) }
        return runs
    }

    /// `<img` and `</a` become `‹img` and `‹/a`.
    private func withoutTags(_ text: String) -> String {
        var result = ""
        var previous: Character?
        for character in text {
            if previous == "<" {
                result += character.isLetter || character == "/" || character == "!" ? "‹" : "<"
            }
            if character != "<" { result.append(character) }
            previous = character
        }
        if previous == "<" { result += "<" }
        return result
    }

    /// Removes destinations that aren't allowed from `[words](destination)` and `![words](destination)`, and the `!` of
    /// the latter.
    private func withoutDestinations(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let start = rest.firstRange(of: "](") {
            let destination = rest[start.upperBound...].prefix { $0 != ")" && !$0.isWhitespace }
            let isClosed = destination.endIndex < rest.endIndex && rest[destination.endIndex] == ")"
            result += rest[..<start.lowerBound] + "]"
            if isAllowed(String(destination)) {
                result += "(" + destination + (isClosed ? ")" : "")
            }
            rest = rest[destination.endIndex...]
            if isClosed { rest = rest.dropFirst() }
        }
        return result + rest
    }

    private func withoutForeignAddresses(_ text: String) -> String {
        var result = ""
        var last = text.startIndex
        for range in Self.addresses(in: text) where range.lowerBound >= last {
            result += text[last..<range.lowerBound]
            result += isAllowed(String(text[range])) ? String(text[range]) : Self.replacement
            last = range.upperBound
        }
        return result + text[last...]
    }

    private func isAllowed(_ address: String) -> Bool {
        guard let host = Self.host(of: address) else { return false }
        return allowedHosts.contains(host)
    }

    /// The parts that a browser, or a client that detects links, would treat as an address.
    private static func addresses(in text: String) -> [Range<String.Index>] {
        let pattern =
            /(?i)(?:\b[a-z][a-z0-9+.-]{0,30}:[\/\\]{1,2}|\bhttps?:|[\/\\]{2}|\bwww\.)[^\s<>\[\]()"'|]+|\b(?:[a-z0-9-]{1,63}\.)+[a-z]{2,24}(?::\d+)?[\/\\?#][^\s<>\[\]()"'|]*/
        return text.matches(of: pattern).map(\.range)
    }

    /// The host of an http address in lower case; `nil` for any other address.
    static func host(of address: String) -> String? {
        var rest = address.lowercased()[...]
        if let colon = rest.firstIndex(of: ":"), rest[..<colon].allSatisfy({ $0.isASCII && $0.isLetter }) {
            guard ["http", "https"].contains(rest[..<colon]) else { return nil }
            rest = rest[rest.index(after: colon)...]
        }
        rest = rest.drop { $0 == "/" || $0 == "\\" }
        let authority = rest.prefix { !"/\\?#".contains($0) }
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        let name = host.prefix { $0 != ":" }
        let isName =
            name.contains(".") && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-.".contains($0)) }
        return isName ? String(name) : nil
    }
}
