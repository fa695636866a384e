import COpenSSL
import Glibc

/// One encrypted connection. Confined to its loop's thread.
final class TLSConnection {
    enum Progress {
        case done, wantsRead, wantsWrite, failed
    }

    private let connection: OpaquePointer

    init(_ connection: OpaquePointer) { self.connection = connection }

    deinit { SSL_free(connection) }

    /// Continues the handshake.
    func connect() -> Progress {
        ERR_clear_error()
        let result = SSL_connect(connection)
        guard result != 1 else { return .done }
        return switch SSL_get_error(connection, result) {
        case SSL_ERROR_WANT_READ: .wantsRead
        case SSL_ERROR_WANT_WRITE: .wantsWrite
        default: .failed
        }
    }

    /// Like `recv`, but fills as much of the buffer as there is data.
    func receive(into bytes: UnsafeMutableRawBufferPointer) -> Int {
        transfer(bytes.count, atEnd: 0) { offset, count in
            SSL_read(connection, bytes.baseAddress?.advanced(by: offset), count)
        }
    }

    /// Like `send`. The next call must start with the bytes that weren't sent.
    func send(_ bytes: UnsafeRawBufferPointer) -> Int {
        transfer(bytes.count, atEnd: -1) { offset, count in
            SSL_write(connection, bytes.baseAddress?.advanced(by: offset), count)
        }
    }

    /// Calls OpenSSL, which handles one record at a time, until all is transferred or no more is possible.
    ///
    /// If the connection ends or fails after some bytes, the next call reports that.
    private func transfer(_ count: Int, atEnd: Int, _ call: (_ offset: Int, _ count: Int32) -> Int32) -> Int {
        ERR_clear_error()
        var done = 0
        while done < count {
            let result = call(done, Int32(clamping: count - done))
            if result > 0 {
                done += Int(result)
                continue
            }
            if done > 0 { return done }
            switch SSL_get_error(connection, result) {
            case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: errno = EAGAIN
            case SSL_ERROR_ZERO_RETURN where atEnd == 0: return 0
            default: errno = ECONNABORTED
            }
            return -1
        }
        return done
    }

    /// The message of the last failure on this thread, from OpenSSL.
    static var failure: String {
        let code = ERR_get_error()
        guard code != 0 else { return "the server ended the connection" }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { text in
            ERR_error_string_n(code, text.baseAddress, text.count)
            return text.baseAddress.map { String(cString: $0) } ?? ""
        }
    }
}
