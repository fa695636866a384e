import AsyncHTTPClient
import Domain
import Foundation
import NIOCore
import NIOPosix
import NIOSSL

/// Why one source could not deliver, in words for the person who waits.
struct SourceError: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }

    /// One short line for any error of the layers below.
    static func reason(for error: any Error) -> String {
        switch error {
        case let error as NIOConnectionError:
            if error.connectionErrors.isEmpty { return "can't find the host \(error.host)" }
            return "can't connect to \(error.host):\(error.port)"
        case let error as IOError: return String(cString: strerror(error.errnoCode))
        case let error as HTTPClientError: return reason(for: error)
        case let error as NIOSSLError:
            return "\(error)".contains("CERTIFICATE_VERIFY_FAILED")
                ? "its certificate isn't one that this machine trusts" : "no encrypted connection could be made"
        default: return ErrorText.of(error)
        }
    }

    private static func reason(for error: HTTPClientError) -> String {
        switch error {
        case .connectTimeout: "no connection within \(FetchSettings.connectSeconds) s"
        case .readTimeout: "no data for \(FetchSettings.readSeconds) s"
        case .remoteConnectionClosed: "the server closed the connection"
        default: error.shortDescription
        }
    }
}
