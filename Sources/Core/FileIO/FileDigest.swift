import Crypto
import Foundation

package enum FileDigest {
    /// The SHA-256 of a file's content in lower-case hex. Blocks; about 0.3 s for 90 MB.
    package static func sha256(of path: String) throws(UnreadableFile) -> String {
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw UnreadableFile(path: path, reason: "can't be opened")
        }
        var digest = SHA256()
        do {
            while let chunk = try file.read(upToCount: 1 << 20), !chunk.isEmpty { digest.update(data: chunk) }
        } catch {
            throw UnreadableFile(path: path, reason: "it can't be read to its end")
        }
        return digest.finalize().map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
