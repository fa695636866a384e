import ArgumentParser
import Domain
import Foundation
import SpotterClient
import Terminal

/// Where `spotter tail` begins.
struct TailStart {
    private(set) var positions: EventPositions
    /// The file's last line was cut off, as by a full disk. What is appended begins on a line of its own.
    private var followsTornLine = false
    /// The lines that were read already tell the positions.
    private var isTold = false

    /// - Parameters:
    ///   - since: a position in `only`, or the path of a file with lines of `tail --json`; `-` is standard input. A file
    ///     that isn't there yet means the present, so that the first run of a script needs nothing special.
    ///   - chats: with their positions at present.
    init(since: String?, only: ChatID?, chats: [Chat]) throws {
        var present = Dictionary(chats.map { ($0.id, $0.seq) }, uniquingKeysWith: { first, _ in first })
        positions = EventPositions(present)
        guard let since else { return }
        if let only, let seq = Int64(since) {
            present[only] = seq
            positions = EventPositions(present)
            return
        }
        guard let text = try Self.content(of: since), !text.isEmpty else { return }
        var read = EventPositions()
        var isEvent = true
        for line in text.split(separator: "\n") { isEvent = read.read(String(line)) }
        followsTornLine = !isEvent && text.last != "\n" && Self.isStandardOutput(since)
        guard isEvent || !read.chats.isEmpty else {
            throw ValidationError("\(TerminalText.line(since)) doesn't hold lines of `spotter tail --json`.")
        }
        guard let only else {
            isTold = read.isComplete
            positions = read.isComplete ? read : read.filling(from: present)
            return
        }
        // Of other chats nothing is printed, so nothing needs to be replayed.
        if let seq = read.chats[only] { present[only] = seq }
        positions = EventPositions(present, notices: read.notices)
    }

    /// Lets the next run go on from here, even if nothing happens in this one.
    func printFirstLine() throws {
        if followsTornLine { TTY.write("\n") }
        if !isTold { try ClientOutput.record(PositionsLine(positions: positions.chats)) }
    }

    private static func content(of path: String) throws -> String? {
        if path == "-" { return String(decoding: FileHandle.standardInput.readDataToEndOfFile(), as: UTF8.self) }
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw ValidationError("\(TerminalText.line(path)) can't be read.")
        }
        return String(decoding: data, as: UTF8.self)
    }

    private static func isStandardOutput(_ path: String) -> Bool {
        var (file, output) = (stat(), stat())
        guard stat(path, &file) == 0, fstat(STDOUT_FILENO, &output) == 0 else { return false }
        return file.st_dev == output.st_dev && file.st_ino == output.st_ino
    }
}
