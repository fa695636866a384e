import Foundation

#if canImport(Glibc)
    import Glibc
#endif

extension DataFolder {
    /// The secret key of this name, made of random bytes when it's first asked for. Its file, in `keysPath`, is readable
    /// by its owner only and part of every backup.
    ///
    /// - Throws: `StorageError.folderUnusable` if the file can't be read or written, or holds another number of bytes.
    public func key(named name: String, count: Int = 32) throws -> [UInt8] {
        guard mkdir(keysPath, 0o700) == 0 || errno == EEXIST else {
            throw StorageError.folderUnusable(folder: keysPath, reason: String(cString: strerror(errno)))
        }
        let path = "\(keysPath)/\(name)"
        guard FileManager.default.fileExists(atPath: path) else {
            var random = SystemRandomNumberGenerator()
            let key = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            try PrivateFile.write(key, to: path)
            return key
        }
        guard let key = FileManager.default.contents(atPath: path), key.count == count else {
            throw StorageError.folderUnusable(
                folder: keysPath,
                reason: "\(name) can't be read or isn't a key of \(count) bytes; restore it from a backup"
            )
        }
        return Array(key)
    }
}
