import Foundation

/// Files that only their owner can read.
enum PrivateFile {
    struct Failure: Error {
        let reason: String
        init(errno code: CInt) { reason = String(cString: strerror(code)) }
    }

    /// Writes a temporary file beside `path` and renames it. A crash leaves either the old or the new file, and others
    /// can't read it at any time.
    static func replace(_ path: String, with content: Data) throws(Failure) {
        let temporary = "\(path).\(getpid()).new"
        unlink(temporary)
        let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Failure(errno: errno) }
        let isWritten = write(content, to: file) && fsync(file) == 0
        let code = errno
        close(file)
        guard isWritten else {
            unlink(temporary)
            throw Failure(errno: code)
        }
        guard rename(temporary, path) == 0 else {
            let code = errno
            unlink(temporary)
            throw Failure(errno: code)
        }
    }

    private static func write(_ content: Data, to file: CInt) -> Bool {
        content.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Foundation.write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0 {
                    if errno == EINTR { continue }
                    return false
                }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }
}
