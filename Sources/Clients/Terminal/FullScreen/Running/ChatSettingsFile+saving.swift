import Domain
import Foundation

/// Writing what was changed on the screen. Everything else of the file stays as its owner wrote it.
extension ChatSettingsFile {
    /// The settings can't be written into the file.
    struct NotSaved: Error, CustomStringConvertible {
        let description: String
    }

    /// Writes to the file that `load` reads, or makes it. A link stays a link.
    /// - Throws: `NotSaved`, or an error of the file system.
    static func save(
        _ settings: AppSettings,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws {
        guard let path = path(environment) else { throw NotSaved(description: "there is no home folder for chat.toml") }
        let url = URL(filePath: path).resolvingSymlinksInPath()
        let files = FileManager.default
        try files.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let before = files.contents(atPath: url.path).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let mode = try? files.attributesOfItem(atPath: url.path)[.posixPermissions]
        let text = try text(before, with: settings)
        guard text != before else { return }
        try Data(text.utf8).write(to: url, options: .atomic)
        if let mode { try files.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path) }
    }

    /// The file's text with these settings.
    /// - Throws: `NotSaved` if the text isn't understood, so that a change could do harm.
    static func text(_ before: String, with settings: AppSettings) throws -> String {
        let old = ChatSettingsFile(before)
        var lines = SettingsLines(before)
        let (was, now) = (old.app, settings)
        if was.theme != now.theme { lines.set("theme", "\"\(now.theme.rawValue)\"") }
        if was.hasMouse != now.hasMouse { lines.set("mouse", "\(now.hasMouse)") }
        if was.rings != now.rings { lines.set("bell", "\(now.rings)") }
        if was.notifies != now.notifies { lines.set("notifications", "\(now.notifies)") }
        if was.pictures != now.pictures { lines.set("pictures", "\"\(now.pictures.rawValue)\"") }
        if was.quiet?.from != now.quiet?.from || was.quiet?.to != now.quiet?.to {
            lines.set("quiet-hours", now.quiet.map { "\"\(QuietHoursText.text($0))\"" })
        }
        let result = ChatSettingsFile(lines.text)
        guard result.app == settings, result.keyMap == old.keyMap, result.problems.count <= old.problems.count else {
            throw NotSaved(description: old.problems.first ?? "chat.toml is written in a way that this can't change")
        }
        return lines.text
    }
}

/// The lines of a settings file, of which one is changed at a time.
private struct SettingsLines {
    private var lines: [Substring]
    private let lineBreak: String

    init(_ text: String) {
        lineBreak = text.contains("\r\n") ? "\r\n" : "\n"
        lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        if lines.last?.isEmpty == true { lines.removeLast() }
    }

    var text: String { lines.map { $0 + lineBreak }.joined() }

    /// Tables begin below what belongs to none.
    private var end: Int { lines.firstIndex { $0.drop(while: \.isWhitespace).hasPrefix("[") } ?? lines.endIndex }

    /// `nil` takes the setting out.
    mutating func set(_ name: String, _ value: String?) {
        let index = lines[..<end].firstIndex { line in
            let parts = line.split(separator: "=", maxSplits: 1)
            return parts.count == 2 && String(parts[0]).trimmed == name
        }
        switch (index, value) {
        case (let index?, let value?): lines[index] = "\(name) = \(value)\(comment(lines[index]))"
        case (let index?, nil): lines.remove(at: index)
        case (nil, let value?):
            var place = end
            // Above the empty lines before a table.
            while place > 0, lines[place - 1].allSatisfy(\.isWhitespace) { place -= 1 }
            lines.insert("\(name) = \(value)", at: place)
        case (nil, nil): break
        }
    }

    /// The comment at the end of a line, with the space before it.
    private func comment(_ line: Substring) -> Substring {
        var quote: Character?
        for index in line.indices {
            let character = line[index]
            if character == quote {
                quote = nil
            } else if quote == nil, character == "\"" || character == "'" {
                quote = character
            } else if quote == nil, character == "#" {
                let spaces = line[..<index].reversed().prefix(while: \.isWhitespace).count
                return line[line.index(index, offsetBy: -spaces)...]
            }
        }
        return ""
    }
}
