import COpenSSL
import Domain
import Glibc

/// Encrypts the connections of a load with the system's OpenSSL. The server's certificate isn't verified.
///
/// OpenSSL is used instead of NIOSSL because it works on a descriptor: the epoll loop has no SwiftNIO channels.
///
/// `@unchecked Sendable`: OpenSSL's contexts may be used by several threads at once.
final class TLSClient: @unchecked Sendable {
    private let context: OpaquePointer

    /// - Throws: `unavailable` if OpenSSL can't be used.
    init() throws(SpotterError) {
        guard let context = SSL_CTX_new(TLS_client_method()) else {
            throw SpotterError(.unavailable, "OpenSSL can't make a TLS client: \(TLSConnection.failure)")
        }
        let mode = SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS
        SSL_CTX_ctrl(context, SSL_CTRL_MODE, Int(mode), nil)
        // Sessions aren't kept: each connection makes a full handshake, like a client that was away for a long time.
        SSL_CTX_ctrl(context, SSL_CTRL_SET_SESS_CACHE_MODE, Int(SSL_SESS_CACHE_OFF), nil)
        // Several records per system call.
        SSL_CTX_ctrl(context, SSL_CTRL_SET_READ_AHEAD, 1, nil)
        SSL_CTX_set_default_read_buffer_len(context, 64 * 1024)
        self.context = context
    }

    deinit { SSL_CTX_free(context) }

    /// - Parameter descriptor: connected and non-blocking. The caller keeps its ownership.
    func connection(on descriptor: Int32) -> TLSConnection? {
        guard let connection = SSL_new(context) else { return nil }
        guard SSL_set_fd(connection, descriptor) == 1 else {
            SSL_free(connection)
            return nil
        }
        return TLSConnection(connection)
    }
}
