import Crypto
public import Domain
import Foundation

/// Stores files of an import as uploads of the people who sent them, with the limits and checks of any upload.
public protocol AttachmentStore: Sendable {
    /// Stores a file. The same owner and id give the file that is there.
    /// - Throws: `too_large`, `invalid_request` or `conflict` if it can't be one of this owner's files; anything else if
    ///   nothing can be stored now.
    func store(_ bytes: [UInt8], named name: String, id: String, of owner: Actor) async throws -> MediaID
}

/// A file of a message, and who sent it.
struct AttachmentKey: Sendable, Hashable {
    let sender: String
    let file: String

    /// Identifies this content, so that a repeated import finds what it has stored.
    func id(of content: [UInt8]) -> String {
        var hash = SHA256()
        hash.update(data: Data(file.utf8))
        hash.update(data: [0])
        hash.update(data: content)
        return "import-" + Hexadecimal.encode(hash.finalize().prefix(20))
    }
}

/// For processes that store no files.
public struct NoAttachments: AttachmentStore {
    public init() {}

    public func store(_ bytes: [UInt8], named name: String, id: String, of owner: Actor) async throws -> MediaID {
        throw SpotterError.invalid("Files can't be stored here.")
    }
}
