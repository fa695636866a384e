import Domain
import SpotterAPI

/// A parsed file of either format.
struct ImportSource: Sendable {
    var lines: [ImportLine]
    var skipped = ImportReport.Skipped()
    let notes: [String]
    /// Holds the files that messages name.
    var archive: ZipArchive?

    /// What it holds; only of a chat, in a dry run.
    private(set) var preview: ImportPreview?

    /// - Throws: `ImportFailure` if the file can't be understood, or holds more than is allowed.
    init(_ bytes: [UInt8], _ options: ImportOptions, _ limits: ImportLimits = .folder, now: Timestamp) throws {
        guard let chat = try ChatFile(bytes, options, limits) else {
            let file = try JSONLines(bytes, limits)
            (lines, notes) = (file.lines, file.notes)
            return
        }
        archive = chat.archive
        let file = try WhatsAppImport(chat.text, options.whatsApp, files: chat.names, limits: limits, now: now)
        (lines, skipped, notes) = (file.lines, file.skipped, file.notes)
        if options.isDryRun { preview = try ImportPreview(chat, options.whatsApp, limits, now) }
    }
}

/// The file of a chat: its text, and the archive around it.
struct ChatFile {
    let archive: ZipArchive?
    let text: [UInt8]

    /// - Returns: `nil` for JSON lines.
    init?(_ bytes: [UInt8], _ options: ImportOptions, _ limits: ImportLimits) throws(ImportFailure) {
        let isChat = !options.whatsApp.members.isEmpty && !bytes.starts(with: [UInt8(ascii: "{")])
        guard (options.format ?? (isChat ? .whatsapp : .guess(bytes))) == .whatsapp else { return nil }
        archive = ZipArchive.isArchive(bytes) ? try ZipArchive(bytes) : nil
        text = try archive?.chatText(limits) ?? bytes
    }

    /// The names of the files in the archive; `nil` if there is none.
    var names: Set<String>? { archive.map { Set($0.names) } }
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
