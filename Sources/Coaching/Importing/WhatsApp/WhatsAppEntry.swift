import Domain

/// One entry of an export: its header and its text, which may span several lines.
struct WhatsAppEntry: Sendable, Hashable {
    /// The number of the header's line, from 1.
    let line: Int
    let header: WhatsAppHeader
    /// The text after the header: `Name: text`, or a notice.
    private(set) var content: String

    /// - Throws: `ImportFailure` if the file doesn't start like an export.
    static func read(_ text: String) throws(ImportFailure) -> [WhatsAppEntry] {
        var entries: [WhatsAppEntry] = []
        var number = 0
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isLineEnd) {
            number += 1
            // A phone writes one style only, so a header of another style was quoted by a user.
            if let header = WhatsAppHeader(String(line)), header.style == entries.first?.header.style ?? header.style {
                entries.append(WhatsAppEntry(line: number, header: header, content: header.rest))
            } else if !entries.isEmpty {
                entries[entries.count - 1].content += "\n" + line
            } else if !String(line).trimmed.isEmpty {
                throw ImportFailure(
                    line: number,
                    "this is not a WhatsApp export: a line like '12/31/23, 9:41 PM - Name: text' or "
                        + "'[31/12/2023, 21:41:05] Name: text' should come first"
                )
            }
        }
        guard !entries.isEmpty else { throw ImportFailure(line: nil, "the export is empty") }
        return entries
    }
}

extension Character {
    /// A line feed, also after a carriage return (one `Character` in Swift).
    fileprivate var isLineEnd: Bool { self == "\n" || self == "\r\n" }
}
