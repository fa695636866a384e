import Domain
import Foundation
import Gateway
import HTTPTypes
import Hummingbird
import NIOCore

/// The fields of a request, from JSON or a form. Unknown ones are ignored: clients send what concerns only Google.
struct IdentityBody: Sendable {
    static let maxBytes = 16 << 10

    private let fields: [String: JSONValue]

    /// - Throws: `IdentityError`; `too_large`.
    static func read(_ request: Request) async throws -> IdentityBody {
        let bytes = [UInt8](buffer: try await request.body(upTo: maxBytes))
        let type = request.headers[.contentType]?.lowercased() ?? ""
        // `curl -d` calls everything a form.
        if type.hasPrefix("application/x-www-form-urlencoded"), bytes.first != UInt8(ascii: "{") {
            return IdentityBody(form: String(decoding: bytes, as: UTF8.self))
        }
        guard let fields = JSONValue.parse(bytes, maxElements: 200)?.object else {
            throw IdentityError("INVALID_ARGUMENT", "The body must be a JSON object.")
        }
        return IdentityBody(fields: fields)
    }

    private init(fields: [String: JSONValue]) { self.fields = fields }

    /// - Parameter text: `name=value` pairs, as in a form or a query.
    init(form text: String) { self.init(fields: Self.form(text)) }

    private static func form(_ text: String) -> [String: JSONValue] {
        var fields: [String: JSONValue] = [:]
        for pair in text.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
                $0.replacing("+", with: " ").removingPercentEncoding ?? ""
            }
            if let name = parts.first { fields[name] = .string(parts.count > 1 ? parts[1] : "") }
        }
        return fields
    }

    /// A text under one of several names; `nil` if it is missing or empty.
    func text(_ names: String...) -> String? {
        for name in names { if let text = fields[name]?.string, !text.isEmpty { return text } }
        return nil
    }

    func secret(_ names: String...) -> Secret? {
        for name in names { if let text = fields[name]?.string, !text.isEmpty { return Secret(text) } }
        return nil
    }

    /// - Throws: the word that says it is missing.
    func text(_ name: String, orElse word: String) throws -> String {
        guard let text = text(name) else { throw IdentityError(word) }
        return text
    }

    func has(_ name: String) -> Bool { fields[name].map { $0 != .null } ?? false }

    func texts(_ name: String) -> [String] { fields[name]?.array?.compactMap(\.string) ?? [] }
}
