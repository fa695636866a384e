import Domain

/// The tags of a header `If-None-Match` (RFC 9110 §13.1.2), where weak ones compare like strong ones.
struct EntityTags {
    private let tags: Set<String>

    init(_ header: String?) {
        tags = Set((header ?? "").split(separator: ",").map { Self.strong(String($0).trimmed) })
    }

    /// Whether the client has what has this tag.
    func contains(_ tag: String) -> Bool { tags.contains("*") || tags.contains(Self.strong(tag)) }

    private static func strong(_ tag: String) -> String { tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : tag }
}
