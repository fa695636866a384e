import AsyncHTTPClient
import Foundation
import NIOCore
import NIOPosix
import NIOSSL

extension ClientError {
    /// Describes an error of the network stack for users.
    static func unreachable(_ server: ServerAddress, because error: any Error) -> ClientError {
        if let known = error as? ClientError { return known }
        return .unreachable("can't reach \(server): \(reason(error))")
    }

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
        default:
            return "\(error)"
        }
    }

    private static func tls(_ text: String) -> String {
        guard text.contains("CERTIFICATE_VERIFY_FAILED") else { return "TLS failed (\(text))" }
        return "its certificate isn't one that this machine trusts. A private authority's is named by --ca-certificate"
    }

    private static func reason(errno code: CInt) -> String {
        switch code {
        case ECONNREFUSED: "connection refused. Is `spotter serve` running?"
        case ECONNRESET, EPIPE: "the connection was closed"
        case ETIMEDOUT: "no answer in time"
        case EHOSTUNREACH, ENETUNREACH: "there's no way to that network from here"
        default: String(cString: strerror(code))
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
