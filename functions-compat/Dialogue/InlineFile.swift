import Crypto
import Domain
import Foundation

/// A picture or a PDF that stands in a request, in base64.
struct InlineFile: Sendable, Hashable {
    let bytes: [UInt8]
    /// Such as `picture.jpg`.
    let fileName: String
    let isPicture: Bool

    /// The endings of names, by the types that are taken.
    private static let endings = [
        "image/jpeg": "jpg", "image/jpg": "jpg", "image/png": "png", "image/webp": "webp", "image/gif": "gif",
        "application/pdf": "pdf",
    ]

    /// - Parameter base64: in either alphabet.
    /// - Returns: `nil` for another type, and for what isn't base64.
    init?(mimeType: String, base64: some StringProtocol) {
        guard let ending = Self.endings[mimeType.lowercased()] else { return nil }
        let usual = base64.utf8.map { byte in
            byte == UInt8(ascii: "-") ? UInt8(ascii: "+") : byte == UInt8(ascii: "_") ? UInt8(ascii: "/") : byte
        }
        guard let data = Data(base64Encoded: Data(usual)), !data.isEmpty else { return nil }
        bytes = Array(data)
        isPicture = ending != "pdf"
        fileName = "\(isPicture ? "picture" : "document").\(ending)"
    }

    /// The file of a `data:` address; `nil` for any other, since this server fetches none.
    init?(address: String) {
        let (scheme, marker) = ("data:", ";base64")
        guard let comma = address.firstIndex(of: ",") else { return nil }
        let head = address[..<comma].lowercased()
        guard head.hasPrefix(scheme), head.hasSuffix(marker) else { return nil }
        self.init(
            mimeType: String(head.dropFirst(scheme.count).dropLast(marker.count)),
            base64: address[address.index(after: comma)...]
        )
    }

    /// The same for the same file, which is stored once.
    var id: String { "advice-\(Hexadecimal.encode(Array(SHA256.hash(data: bytes))))" }
}
