import Domain
import SpotterAPI

/// A parsed file of either format.
struct ImportSource: Sendable {
    var lines: [ImportLine]
    var skipped = ImportReport.Skipped()
    let notes: [String]
    /// Holds the files that messages name.
    var archive: ZipArchive?

    /// - Throws: `ImportFailure` if the file can't be understood, or holds more than is allowed.
    init(_ bytes: [UInt8], _ options: ImportOptions, _ limits: ImportLimits = .folder) throws {
        let isChat = !options.whatsApp.members.isEmpty && !bytes.starts(with: [UInt8(ascii: "{")])
        switch options.format ?? (isChat ? .whatsapp : .guess(bytes)) {
        case .jsonl:
            let file = try JSONLines(bytes, limits)
            (lines, notes) = (file.lines, file.notes)
        case .whatsapp:
            archive = ZipArchive.isArchive(bytes) ? try ZipArchive(bytes) : nil
            let text = try archive.map { try $0.chatText(limits) } ?? bytes
            let names = archive.map { Set($0.names) }
            let file = try WhatsAppImport(text, options.whatsApp, files: names, limits: limits)
            (lines, skipped, notes) = (file.lines, file.skipped, file.notes)
        }
    }
}

extension ZipArchive {
    /// The text of a chat: `_chat.txt` from an iPhone, `WhatsApp Chat with ….txt` from Android, or the only text.
    /// One that is too long isn't unpacked.
    fileprivate func chatText(_ limits: ImportLimits) throws(ImportFailure) -> [UInt8] {
        let texts = names.filter { $0.lowercased().hasSuffix(".txt") }
        let chats = texts.filter { $0 == "_chat.txt" }
        let named = chats.isEmpty ? texts.filter { $0.hasPrefix("WhatsApp") } : chats
        let found = named.isEmpty ? texts : named
        if found.count == 1 { try limits.require(textBytes: size(of: found[0]) ?? 0) }
        guard let name = found.first, found.count == 1, let text = try read(name) else {
            throw ImportFailure(
                line: nil,
                found.isEmpty
                    ? "this zip archive holds no text of a chat, such as _chat.txt"
                    : "this zip archive holds several texts; keep only that of the chat: \(found.prefix(5).joined(separator: ", "))"
            )
        }
        return text
    }
}
