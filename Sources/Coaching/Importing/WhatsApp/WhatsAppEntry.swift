import Domain

/// One entry of an export: its header and its text, which may span several lines.
struct WhatsAppEntry: Sendable, Hashable {
    /// The number of the header's line, from 1.
    let line: Int
    let header: WhatsAppHeader
    /// The text after the header: `Name: text`, or a notice.
    private(set) var content: String

    /// - Throws: `ImportFailure` if the file isn't UTF-8, doesn't start like an export, or has more entries than are
    ///   allowed.
    static func read(_ bytes: [UInt8], _ limits: ImportLimits = .folder) throws(ImportFailure) -> [WhatsAppEntry] {
        try limits.require(textBytes: bytes.count)
        var entries: [WhatsAppEntry] = []
        try bytes[...].forEachLine { number, bytes throws(ImportFailure) in
            // A line ends by a line feed, also after a carriage return.
            guard let line = String(validating: bytes.last == 0x0D ? bytes.dropLast() : bytes, as: UTF8.self) else {
                throw ImportFailure(line: number, "this is not UTF-8 text")
            }
            // A phone writes one style only, so a header of another style was quoted by a user.
            if let header = WhatsAppHeader(line), header.style == entries.first?.header.style ?? header.style {
                try limits.require(records: entries.count + 1, line: number)
                entries.append(WhatsAppEntry(line: number, header: header, content: header.rest))
            } else if !entries.isEmpty {
                entries[entries.count - 1].content += "\n" + line
            } else if !line.trimmed.isEmpty {
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
