import Crypto
import Domain
import Foundation

/// A picture that stands in a request: `data:image/jpeg;base64,…`.
struct InlinePicture: Sendable, Hashable {
    let bytes: [UInt8]
    /// Such as `jpeg`.
    let type: String

    private static let types = ["jpeg", "png", "webp", "gif"]

    /// `nil` for any other address: this server fetches no pictures.
    init?(_ address: String) {
        guard let comma = address.firstIndex(of: ","),
            let type = Self.types.first(where: { address[..<comma].lowercased() == "data:image/\($0);base64" }),
            let data = Data(base64Encoded: String(address[address.index(after: comma)...])), !data.isEmpty
        else { return nil }
        bytes = Array(data)
        self.type = type
    }

    var fileName: String { "picture.\(type == "jpeg" ? "jpg" : type)" }

    /// The same for the same picture, which is stored once.
    var id: String { "advice-\(Hexadecimal.encode(Array(SHA256.hash(data: bytes))))" }
}
