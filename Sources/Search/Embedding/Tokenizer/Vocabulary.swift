public import Foundation

/// A WordPiece vocabulary: one token per line of `vocab.txt`, numbered from zero.
public struct Vocabulary: Sendable {
    /// Pieces that start a word, and (without their `##`) pieces that continue one.
    let initial: PieceTrie
    let continuation: PieceTrie
    public let count: Int

    /// Reads the content of `vocab.txt`, with Unix or Windows line ends.
    public init(text: Data) throws(TokenizerError) {
        var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        try self.init(tokens: lines.map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 })
    }

    init(tokens: [some Collection<UInt8>]) throws(TokenizerError) {
        let marker = Array("##".utf8)
        var initial = PieceTrie(expectedBytes: tokens.reduce(0) { $0 + $1.count })
        var continuation = PieceTrie()
        for (line, token) in tokens.enumerated() {
            guard let id = Int32(exactly: line) else { throw .vocabularyTooLarge }
            let added =
                token.starts(with: marker) && token.count > marker.count
                ? continuation.insert(token.dropFirst(marker.count), id: id)
                : initial.insert(token, id: id)
            guard added else { throw .vocabularyTooLarge }
        }
        self.initial = initial
        self.continuation = continuation
        count = tokens.count
    }

    func id(of token: String) throws(TokenizerError) -> Int32 {
        let bytes = Array(token.utf8)
        guard let piece = initial.longestPrefix(of: bytes[...]), piece.end == bytes.count else {
            throw .missingToken(token)
        }
        return piece.id
    }
}
