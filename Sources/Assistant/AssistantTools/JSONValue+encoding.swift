package import Domain
import Foundation

extension JSONValue {
    /// Encodes `value`. Its `text` is canonical, so that it can be hashed.
    /// - Throws: `EncodingError`.
    package init(encoding value: some Encodable) throws {
        self = try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value))
    }

    /// - Throws: `DecodingError` if `text` isn't JSON.
    package init(text: String) throws {
        self = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
    }
}
