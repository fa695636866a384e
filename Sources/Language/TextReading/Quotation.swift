/// Text in quotation marks: the exact words of a message, not a request of the user.
package enum Quotation {
    private static let marks: [Character: Character] = ["\"": "\"", "“": "”", "„": "“", "«": "»"]

    package static func ranges(in text: String) -> [Range<String.Index>] {
        var ranges: [Range<String.Index>] = []
        var index = text.startIndex
        while index < text.endIndex {
            let next = text.index(after: index)
            if let closing = marks[text[index]], let end = text[next...].firstIndex(of: closing) {
                ranges.append(next..<end)
                index = text.index(after: end)
            } else {
                index = next
            }
        }
        return ranges
    }
}
