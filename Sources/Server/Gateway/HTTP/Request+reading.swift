package import Accounts
package import Domain
import Foundation
package import Hummingbird
import NIOCore
import NIOFoundationCompat
import SpotterAPI

extension Request {
    /// Decodes the body as JSON. A `POST` without a body is one with an empty object, which is enough where all fields may
    /// be left out. Each text may be as long as the longest that the body's schema promises, and otherwise short, so that
    /// no route can forget to bound one.
    /// - Parameter maxBytes: what the route needs; `nil` for the usual bound of its caller.
    /// - Throws: `invalid_json`, `invalid_request`, also for a field that the body doesn't have, or `too_large`; the message
    ///   names the field.
    package func decode<Body: Decodable & Sendable>(
        _ type: Body.Type,
        upTo maxBytes: Int? = nil,
        context: AppContext
    ) async throws -> Body {
        let buffer = try await body(upTo: maxBytes ?? context.maxBodyBytes)
        guard buffer.readableBytes > 0 else {
            guard method == .post, let empty = try? JSONDecoder().decode(type, from: Data("{}".utf8)) else {
                throw SpotterError(.invalidJSON, "This route needs a JSON body; there is none.")
            }
            return empty
        }
        let bounds = JSONBounds(
            maxDepth: 32,
            maxElements: 20_000,
            maxStringBytes: Self.maxTextBytes(of: type)
        )
        guard let elements = bounds.elements(of: buffer.readableBytesView) else {
            throw SpotterError.invalid(
                "The body has more than \(bounds.maxElements) values, a text that is too long, or nests too deep."
            )
        }
        let data = Data(buffer: buffer)
        return try await context.inBackground(if: elements > AppContext.maxQuickElements) {
            do {
                return try StrictRequest<Body>.body(from: data)
            } catch let error as DecodingError {
                throw SpotterError(
                    decoding: error,
                    as: RequestFields.of(type),
                    from: try? JSONDecoder().decode(JSONValue.self, from: data)
                )
            }
        }
    }

    /// Of a text of whose length the schema says nothing.
    static let maxTextBytes = 16 * 1024

    /// A character takes 12 bytes if JSON escapes it, as a pair of surrogates.
    private static func maxTextBytes(of type: any Decodable.Type) -> Int {
        max(maxTextBytes, 12 * RequestFields.of(type).longestText)
    }

    /// Waits for the whole body, which can be read again; `nil` if it announces more bytes, so that the route refuses it.
    /// - Throws: `too_large`.
    mutating func wholeBody(upTo maxBytes: Int) async throws -> ByteBuffer? {
        if let announcedBytes, announcedBytes > maxBytes { return nil }
        let buffer = try await body(upTo: maxBytes)
        body = RequestBody(buffer: buffer)
        return buffer
    }

    /// The whole body. One that announces too much is refused before any of it is read.
    /// - Throws: `too_large` if it has more than `maxBytes`.
    package func body(upTo maxBytes: Int) async throws -> ByteBuffer {
        let tooLarge = SpotterError(.tooLarge, "The body is larger than \(maxBytes) bytes.")
        if let announcedBytes, announcedBytes > maxBytes { throw tooLarge }
        do {
            return try await body.collect(upTo: maxBytes)
        } catch is NIOTooManyBytesError {
            throw tooLarge
        }
    }

    /// The length of the body, if it was announced.
    var announcedBytes: Int? { headers[.contentLength].flatMap { Int($0) } }

    /// A query parameter, parsed as `Value`. `nil` if it is missing.
    /// - Throws: `invalid_request` if it can't be parsed.
    package func parameter<Value: LosslessStringConvertible>(_ name: String, as type: Value.Type = Value.self) throws
        -> Value?
    {
        guard let text = uri.queryParameters[Substring(name)] else { return nil }
        guard let value = Value(String(text)) else {
            throw SpotterError.invalid("The query parameter '\(name)' can't be read: '\(text.prefix(64))'.")
        }
        return value
    }

    /// A query parameter in RFC 3339 format. `nil` if it is missing.
    /// - Throws: `invalid_request` if it can't be parsed.
    package func time(_ name: String) throws -> Timestamp? {
        guard let text = uri.queryParameters[Substring(name)] else { return nil }
        // Clients that write queries by hand leave the plus of an offset as it is, which is a space there.
        guard let instant = Timestamp(rfc3339: String(text).replacing(" ", with: "+")) else {
            throw SpotterError.invalid("'\(name)' must be an RFC 3339 time like 2026-03-11T13:15:00Z.")
        }
        return instant
    }
}

extension AppContext {
    /// An id in the path.
    /// - Throws: `not_found` if the text isn't an id, as for an id that doesn't exist.
    package func id<Entity>(_ name: String, _ type: ID<Entity>.Type = ID<Entity>.self, what: String) throws -> ID<
        Entity
    > {
        guard let text = parameters.get(name), let id = ID<Entity>(text) else { throw SpotterError.notFound(what) }
        return id
    }

    /// The authenticated user.
    /// - Throws: `unauthorized` if the request has no valid token.
    package func requirePrincipal() throws -> Principal {
        guard let principal else { throw Self.noToken }
        return principal
    }

    /// Who asks, for a route that checks it in its own read.
    /// - Throws: `unauthorized` if the request has no token.
    func requireCredential() throws -> SessionCredential {
        guard let credential else { throw Self.noToken }
        return credential
    }

    private static let noToken = SpotterError(
        .unauthorized,
        "Send an access token: Authorization: Bearer <token>."
    )
}
