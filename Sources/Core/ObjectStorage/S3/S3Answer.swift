import Domain
import Foundation

/// What is read of a store's answers in XML: the texts of elements by their names, whatever is around them.
struct S3Answer: Sendable {
    private let text: Substring

    init(_ text: some StringProtocol) { self.text = Substring(text) }

    /// The contents of all elements of this name, in order.
    func elements(_ name: String) -> [S3Answer] {
        var (found, rest): ([S3Answer], Substring) = ([], text)
        while let start = rest.range(of: "<\(name)>"),
            let end = rest.range(of: "</\(name)>", range: start.upperBound..<rest.endIndex)
        {
            found.append(S3Answer(rest[start.upperBound..<end.lowerBound]))
            rest = rest[end.upperBound...]
        }
        return found
    }

    /// The text of the first element of this name.
    func text(_ name: String) -> String? { elements(name).first.map { Self.plain($0.text) } }

    func has(_ name: String) -> Bool { text.contains("<\(name)>") || text.contains("<\(name) ") }

    /// The objects of a list. Those whose time can't be read count as just stored, so that nothing is done to them for their age.
    var objects: [StoredObject] {
        elements("Contents").compactMap { object in
            guard let name = object.text("Key") else { return nil }
            let storedAt = object.text("LastModified").flatMap { Timestamp(rfc3339: $0) } ?? .latest
            return StoredObject(name: name, storedAt: storedAt)
        }
    }

    private static func plain(_ text: Substring) -> String {
        guard text.contains("&") else { return String(text) }
        // The ampersand last: what it gives isn't read again.
        let names = [
            ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&#39;", "'"), ("&#34;", "\""),
            ("&amp;", "&"),
        ]
        return names.reduce(String(text)) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
    }
}
