import Foundation
import NIOCore

/// The content of a `data:` address in base64.
struct DataURL {
    /// In lower case, without parameters.
    let mediaType: String
    let bytes: [UInt8]

    /// `nil` if it is none, or its base64 is broken.
    init?(_ address: String) {
        guard address.hasPrefix("data:"), let comma = address.utf8.firstIndex(of: UInt8(ascii: ",")) else { return nil }
        let head = address[address.index(address.startIndex, offsetBy: 5)..<comma].lowercased()
        let fields = head.split(separator: ";", omittingEmptySubsequences: false)
        guard fields.last == "base64", let type = fields.first,
            let data = Data(base64Encoded: String(address[address.utf8.index(after: comma)...]))
        else { return nil }
        mediaType = String(type)
        bytes = Array(data)
    }
}

/// A body that is there already.
struct OnePiece: AsyncSequence, Sendable {
    let piece: ByteBuffer

    init(_ piece: ByteBuffer) { self.piece = piece }

    struct AsyncIterator: AsyncIteratorProtocol {
        var piece: ByteBuffer?

        mutating func next() async -> ByteBuffer? {
            defer { piece = nil }
            return piece
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(piece: piece) }
}
