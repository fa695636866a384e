package import Accounts
package import Domain
import Foundation
package import Hummingbird
import NIOCore
import NIOFoundationCompat

extension Request {
    /// Decodes the body as JSON.
    /// - Throws: `invalid_json`, `invalid_request` or `too_large`; the message names the field.
    package func decode<Body: Decodable>(_ type: Body.Type, context: AppContext) async throws -> Body {
        let buffer: ByteBuffer
        do {
            buffer = try await body.collect(upTo: context.maxUploadSize)
        } catch is NIOTooManyBytesError {
            throw SpotterError(.tooLarge, "The body is larger than \(context.maxUploadSize) bytes.")
        }
        guard buffer.readableBytes > 0 else {
            throw SpotterError(.invalidJSON, "This route needs a JSON body; there is none.")
        }
        return try JSONDecoder().decode(type, from: Data(buffer: buffer))
    }

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
        guard let instant = Timestamp(rfc3339: String(text)) else {
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
        guard let principal else {
            throw SpotterError(.unauthorized, "Send an access token: Authorization: Bearer <token>.")
        }
        return principal
    }
}
