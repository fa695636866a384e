import Crypto
import Domain
package import MediaStore
import NIOCore
import SpotterAPI

/// Brings the files of a program's messages into a form that models read: the text of PDFs in place of the bytes, and no
/// pictures in what the assistant is said to have written.
package struct MessageFiles: Sendable {
    private let uploads: MediaUploads
    private let documents: DocumentTexts

    private static let maxDocuments = 8

    package init(_ media: MediaServices) {
        uploads = media.uploads
        documents = media.documents
    }

    /// - Returns: the messages, and whether a picture of the user's is among them.
    /// - Throws: `too_large`, `storage_full`, `invalid_request` for too many documents.
    func prepared(_ messages: [JSONValue], of actor: Actor) async throws -> (messages: [JSONValue], showsPicture: Bool)
    {
        var prepared: [JSONValue] = []
        var (showsPicture, documents) = (false, 0)
        for message in messages {
            guard var members = message.object, let parts = message["content"]?.array else {
                prepared.append(Self.withoutPictures(message))
                continue
            }
            let isUser = message["role"]?.string == "user"
            var kept: [JSONValue] = []
            for part in parts {
                guard let address = Self.address(of: part) else {
                    kept.append(part)
                    continue
                }
                if let bytes = Self.document(address) {
                    documents += 1
                    guard documents <= Self.maxDocuments else {
                        throw SpotterError.invalid("A request takes \(Self.maxDocuments) documents at most.")
                    }
                    kept.append(["type": "text", "text": .string(try await text(of: bytes, of: actor))])
                } else if isUser {
                    showsPicture = true
                    kept.append(part)
                }
            }
            members["content"] = .array(kept)
            prepared.append(Self.withoutPictures(.object(members)))
        }
        return (prepared, showsPicture)
    }

    /// What a model has made isn't sent back to one.
    private static func withoutPictures(_ message: JSONValue) -> JSONValue {
        guard message["role"]?.string == "assistant", message["images"] != nil, var members = message.object else {
            return message
        }
        members["images"] = nil
        return .object(members)
    }

    private static func address(of part: JSONValue) -> String? {
        switch part["type"]?.string {
        case "image_url": part["image_url"]?["url"]?.string ?? part["image_url"]?.string
        case "file": part["file"]?["file_data"]?.string
        default: nil
        }
    }

    private static func document(_ address: String) -> [UInt8]? {
        guard let data = DataURL(address), data.mediaType == "application/pdf" else { return nil }
        return data.bytes
    }

    /// The text, or why there is none: a document that can't be read doesn't keep the question from being answered.
    private func text(of bytes: [UInt8], of actor: Actor) async throws -> String {
        // The same document comes again with every message that follows, and is stored once.
        let name = SHA256.hash(data: bytes).prefix(16).map { String($0, radix: 16) }.joined(separator: ".")
        let new = MediaUploads.New(clientMediaId: "proxy-\(name)", fileName: "document.pdf", size: Int64(bytes.count))
        let stored = try await uploads.upload(new, body: OnePiece(ByteBuffer(bytes: bytes)), by: actor)
        do {
            let text = try await documents.text(of: stored.upload.id, ownedBy: actor)
            let cut = text.isCut ? ", cut" : ""
            return "[PDF of \(text.pageCount) pages\(cut)]\n" + text.pages.joined(separator: "\n\n")
        } catch let error as DocumentError {
            return "[A PDF that can't be read: \(error.words)]"
        }
    }
}

extension DocumentError {
    fileprivate var words: String {
        switch self {
        case .damaged: "it is damaged"
        case .locked: "it needs a password"
        case .withoutText: "it has no text"
        case .tooLarge, .tooComplex, .forbiddenCall: "it is too large or too complex"
        case .libraryMissing, .libraryOutdated, .unconfined, .spawnFailed: "this server can't read PDFs"
        }
    }
}
