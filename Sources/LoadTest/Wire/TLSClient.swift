import CLoadTLS
import Domain
import Glibc

/// What the connections of a load are encrypted with, by the system's OpenSSL. The server isn't verified.
///
/// `@unchecked Sendable`: OpenSSL's contexts may be used by several threads at once.
final class TLSClient: @unchecked Sendable {
    private let context: OpaquePointer

    /// - Throws: `unavailable` where there is no OpenSSL.
    init() throws(SpotterError) {
        guard let context = load_tls_context_new() else {
            throw SpotterError(.unavailable, "loading a server over TLS needs OpenSSL 3 (libssl.so.3); install libssl3")
        }
        self.context = context
    }

    deinit { load_tls_context_free(context) }

    /// - Parameter descriptor: connected, not blocking; stays the caller's.
    func connection(on descriptor: Int32) -> TLSConnection? {
        load_tls_new(context, descriptor).map(TLSConnection.init)
    }
}

/// One encrypted connection. Belongs to its loop's thread.
final class TLSConnection {
    enum Progress {
        case done, wantsRead, wantsWrite, failed
    }

    private let connection: OpaquePointer

    fileprivate init(_ connection: OpaquePointer) { self.connection = connection }

    deinit { load_tls_free(connection) }

    /// Goes on with the handshake.
    func connect() -> Progress {
        switch load_tls_connect(connection) {
        case 0: .done
        case LOAD_TLS_WANTS_READ.rawValue: .wantsRead
        case LOAD_TLS_WANTS_WRITE.rawValue: .wantsWrite
        default: .failed
        }
    }

    /// As `recv`, until there is no more or no room.
    func receive(into bytes: UnsafeMutableRawBufferPointer) -> Int {
        Self.result(load_tls_read(connection, bytes.baseAddress, bytes.count))
    }

    /// As `send`. What isn't out must come first in the next call.
    func send(_ bytes: UnsafeRawBufferPointer) -> Int {
        Self.result(load_tls_write(connection, bytes.baseAddress, bytes.count))
    }

    private static func result(_ result: Int) -> Int {
        guard result < 0 else { return result }
        errno = result == Int(LOAD_TLS_FAILED.rawValue) ? ECONNABORTED : EAGAIN
        return -1
    }

    /// What failed last on this thread.
    static var failure: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { text in
            load_tls_error(text.baseAddress, text.count)
            return text.baseAddress.map { String(cString: $0) } ?? ""
        }
    }
}
