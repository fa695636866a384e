/// What words joined by dots look like.
enum HostShape: Equatable {
    /// A number, a file name, an abbreviation.
    case none
    /// A name or an IPv4 address that a client may look up.
    case host
    /// Sentences or words without a space after the dot.
    case sentences

    /// - Parameters:
    ///   - word: letters, digits, hyphens and dots; a backslash before a dot counts for nothing.
    ///   - hasPath: whether a path, a query or a fragment follows.
    init(_ word: String, hasPath: Bool) {
        let labels = word.filter { $0 != "\\" && $0 != "_" }.split(separator: "+").last?.split(separator: ".") ?? []
        guard let first = labels.first, let last = labels.last, labels.count > 1 else {
            self = .none
            return
        }
        if labels.allSatisfy({ $0.allSatisfy { ("0"..."9").contains($0) } }) {
            self = labels.count == 4 && labels.allSatisfy { Int($0).map { $0 < 256 } ?? false } ? .host : .none
            return
        }
        let top = last.lowercased()
        guard first.lowercased() != "www" else {
            self = .host
            return
        }
        guard top.hasPrefix("xn--") || top.count > 1 && top.allSatisfy(\.isLetter) else {
            self = .none
            return
        }
        if hasPath {
            self = .host
        } else if labels.count == 2, AddressWords.fileEndings.contains(top) {
            self = .none
        } else if Self.areSentences(labels) || labels.count == 2 && first.allSatisfy({ ("0"..."9").contains($0) }) {
            self = .sentences
        } else {
            self =
                labels.count > 2 || top.count == 2 || top.hasPrefix("xn--")
                    || !last.allSatisfy(\.isASCII) && !last.unicodeScalars.contains(where: \.isCJK)
                    || AddressWords.topLevelDomains.contains(top) ? .host : .sentences
        }
    }

    /// Whether every word after a dot begins with a capital, which hosts don't when they are written to be followed.
    private static func areSentences(_ labels: [Substring]) -> Bool {
        labels.dropFirst().allSatisfy { label in
            label.first?.isUppercase == true && label.dropFirst().contains { $0.isLowercase }
        }
    }
}
