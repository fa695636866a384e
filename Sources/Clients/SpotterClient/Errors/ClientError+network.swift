import AsyncHTTPClient
import Domain
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

extension ClientError {
    /// Describes an error of the network stack for users.
    static func unreachable(_ server: ServerAddress, because error: any Error) -> ClientError {
        if let known = error as? ClientError { return known }
        return .unreachable("can't reach \(server): \(networkReason(error))")
    }

    /// An error of the network stack in words for people, as a clause.
    public static func networkReason(_ error: any Error) -> String { reason(error) }

    private static func reason(_ error: any Error) -> String {
        switch error {
        case let error as NIOConnectionError:
            if let first = error.connectionErrors.first { return reason(first.error) }
            if error.dnsAError != nil || error.dnsAAAAError != nil { return "no such host '\(error.host)'" }
            return "no address to connect to"
        case let error as IOError:
            return reason(errno: error.errnoCode)
        case let error as HTTPClientError:
            return reason(error)
        case let error as ChannelError:
            if case .connectTimeout = error { return "no answer in time" }
            return "the connection was closed"
        case is NIOSSLError, is BoringSSLError:
            return tls("\(error)")
        case is NIOSSLExtraError:
            return "its certificate isn't valid for this name"
        case is CancellationError:
            return "cancelled"
        case is HTTPParserError:
            return "what answers there doesn't speak HTTP"
        default:
            return ErrorText.of(error)
        }
    }

    private static func tls(_ text: String) -> String {
        if text.contains("CERTIFICATE_VERIFY_FAILED") {
            return
                "its certificate isn't one that this machine trusts. A private authority's is named by --ca-certificate"
        }
        // What came instead of a TLS record was plain text, as the answer of a server without a certificate.
        if text.contains("WRONG_VERSION_NUMBER") || text.contains("HTTP_REQUEST") {
            return "that port doesn't speak TLS. A server without a certificate has an address with http://"
        }
        return "no encrypted connection could be made"
    }

    private static func reason(errno code: CInt) -> String {
        switch code {
        case ECONNREFUSED: "connection refused. Is `spotter serve` running?"
        case ECONNRESET, EPIPE: "the connection was closed"
        case ETIMEDOUT: "no answer in time"
        case EHOSTUNREACH, ENETUNREACH: "there's no way to that network from here"
        default: ErrorText.system(code)
        }
    }

    private static func reason(_ error: HTTPClientError) -> String {
        switch error {
        case .connectTimeout, .readTimeout, .writeTimeout, .deadlineExceeded, .getConnectionFromPoolTimeout:
            "no answer in time"
        case .remoteConnectionClosed: "the connection was closed"
        case .cancelled: "cancelled"
        default: error.shortDescription
        }
    }
}
