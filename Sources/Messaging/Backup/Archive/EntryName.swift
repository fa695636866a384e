/// The names that entries of a backup may have. No other is written or read, so none leads out of a folder.
enum EntryName {
    static let database = "spotter.db"
    static let configuration = "settings/config.json"
    static let manifest = "manifest.json"
    /// The SHA-256 of the manifest: the last entry.
    static let manifestDigest = "manifest.sha256"

    static func media(_ hash: String) -> String { "media/\(hash.prefix(2))/\(hash)" }
    static func key(_ name: String) -> String { "keys/\(name)" }

    /// Whether an entry of this name belongs in a data folder.
    static func isContent(_ name: String) -> Bool {
        if name == database || name == configuration { return true }
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        switch (parts.first, parts.count) {
        case ("media", 3): return isHash(parts[2]) && parts[2].prefix(2) == parts[1]
        case ("keys", 2): return isKeyName(parts[1])
        default: return false
        }
    }

    static func isHash(_ text: some StringProtocol) -> Bool {
        text.utf8.count == 64 && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }

    static func isKeyName(_ text: some StringProtocol) -> Bool {
        guard (1...60).contains(text.utf8.count), text.utf8.first != UInt8(ascii: ".") else { return false }
        return text.utf8.allSatisfy {
            (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0)
                || [UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_")].contains($0)
        }
    }
}
