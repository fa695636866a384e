/// Removes links from a text unless their host is allowed, and escapes HTML.
package struct LinkFilter: Sendable {
    package static let replacement = "(link removed)"

    let allowedHosts: Set<String>
    /// Mail addresses of known people, in lower case.
    package var allowedAddresses: Set<String> = []

    package init(allowedHosts: Set<String>, allowedAddresses: Set<String> = []) {
        self.allowedHosts = allowedHosts
        self.allowedAddresses = allowedAddresses
    }

    /// The hosts that `text` names.
    package static func hosts(in text: String) -> Set<String> {
        let scalars = Array(text.unicodeScalars)
        let addresses = AddressFinder(scalars).findings.filter { $0.remedy == .address }
        return Set(addresses.compactMap { host(of: String(scalars[$0.range])) })
    }

    package func cleaned(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { !$0.isASCII || "/\\<:.@&".unicodeScalars.contains($0) }) else {
            return text
        }
        return withoutAddresses(withoutDestinations(withoutTags(MarkupEntities.decoded(text))))
    }

    /// `<img` and `</a` become `‹img` and `‹/a`.
    private func withoutTags(_ text: String) -> String {
        var result = ""
        var previous: Character?
        for character in text {
            if previous == "<" {
                result += character.isLetter || "/!?".contains(character) ? "‹" : "<"
            }
            if character != "<" { result.append(character) }
            previous = character
        }
        if previous == "<" { result += "<" }
        return result
    }

    /// Removes destinations that aren't allowed from `[words](destination)` and `![words](destination)`. Within its
    /// piece a destination needs no address to be one: it may be a path on this server.
    private func withoutDestinations(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let start = rest.firstRange(of: "](") {
            let after = rest[start.upperBound...].unicodeScalars
            var end = after.startIndex
            var previous: Unicode.Scalar?
            while end < after.endIndex, after[end] != ")", !AddressFinder.isBreak(after[end], after: previous) {
                previous = after[end]
                end = after.index(after: end)
            }
            let isClosed = end < after.endIndex && after[end] == ")"
            let destination = String(after[after.startIndex..<end])
            result += rest[..<start.lowerBound] + "]"
            if isAllowed(destination) { result += "(" + destination + (isClosed ? ")" : "") }
            rest = rest[(isClosed ? after.index(after: end) : end)...]
        }
        return result + rest
    }

    private func withoutAddresses(_ text: String) -> String {
        let scalars = Array(text.unicodeScalars)
        let findings = AddressFinder(scalars).findings
        guard !findings.isEmpty else { return text }
        var result = ""
        var last = 0
        for finding in findings where finding.range.upperBound > last {
            let start = max(last, finding.range.lowerBound)
            result += String(scalars[last..<start])
            let found = String(scalars[start..<finding.range.upperBound])
            switch finding.remedy {
            case .space: result += found + " "
            case .address: result += isAllowed(found) ? found : Self.replacement
            }
            last = finding.range.upperBound
        }
        return result + String(scalars[last...])
    }

    private func isAllowed(_ address: String) -> Bool {
        if allowedAddresses.contains(address.lowercased()) { return true }
        guard let host = Self.host(of: address) else { return false }
        return allowedHosts.contains(host)
    }

    /// The host of an http or mail address in lower case. `nil` for any other address, and for one that readers
    /// understand differently.
    package static func host(of address: String) -> String? {
        var rest = address.lowercased()[...]
        guard !rest.contains("\\") else { return nil }
        if let colon = rest.firstIndex(of: ":"), rest[..<colon].allSatisfy({ $0.isASCII && $0.isLetter }) {
            guard ["http", "https"].contains(rest[..<colon]) else { return nil }
            rest = rest[rest.index(after: colon)...]
        }
        rest = rest.drop { $0 == "/" }
        guard !rest.contains("//") else { return nil }
        let authority = rest.prefix { !"/?#".contains($0) }
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        let name = host.prefix { $0 != ":" }
        let isName = name.contains(".") && name.allSatisfy { $0.isLetter || $0.isNumber || "-.".contains($0) }
        return isName ? String(name) : nil
    }
}

extension String {
    fileprivate init(_ scalars: ArraySlice<Unicode.Scalar>) {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        self.init(view)
    }
}
