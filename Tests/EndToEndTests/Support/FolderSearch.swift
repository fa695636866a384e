import Foundation
import TestSupport
import Testing

/// A word that is written somewhere and looked for in files.
///
/// An index stores of a word only how it differs from the one before it, so the beginning of a word may be missing there.
/// What is looked for is therefore the word without its first letters, which tell all of a test's words apart.
struct Sentinel: Hashable, Sendable, CustomStringConvertible {
    /// What is written.
    let word: String
    /// What is looked for.
    let tail: String

    /// - Parameters:
    ///   - number: of the word in its test, 0 to 25; gives its second letter.
    ///   - tail: eight letters or more that occur in nothing else.
    init(_ number: Int, _ tail: String) {
        word = "z\(Character(UnicodeScalar(UInt8(97 + number % 26))))\(tail)"
        self.tail = tail
    }

    var description: String { word }
}

extension Sequence<Sentinel> {
    /// Those that stand in any file below the folder, in UTF-8 or UTF-16, in lower case.
    func found(in folder: String) -> Set<Sentinel> {
        var found: Set<Sentinel> = []
        let files = FileManager.default.enumerator(atPath: folder)
        while let name = files?.nextObject() as? String {
            // A file may be removed meanwhile.
            guard let data = FileManager.default.contents(atPath: "\(folder)/\(name)") else { continue }
            for sentinel in self where !found.contains(sentinel) {
                let plain = Data(sentinel.tail.utf8)
                let wide = Data(sentinel.tail.utf8.flatMap { [$0, 0] })
                if data.range(of: plain) != nil || data.range(of: wide) != nil { found.insert(sentinel) }
            }
        }
        return found
    }

    /// Waits until none of them is in a file of the folder.
    /// - Returns: those that are left.
    func left(
        in folder: String,
        within limit: Duration = .seconds(60),
        sourceLocation: SourceLocation = #_sourceLocation
    ) async -> Set<Sentinel> {
        var left = Set(self)
        await until("none of the words is in a file", within: limit, sourceLocation: sourceLocation) {
            left = found(in: folder)
            return left.isEmpty
        }
        return left
    }
}
