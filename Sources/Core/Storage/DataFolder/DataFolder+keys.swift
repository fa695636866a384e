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
        let key = try keyFile(named: name) {
            var random = SystemRandomNumberGenerator()
            return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        }
        guard key.count == count else { throw unusableKey(name, "isn't a key of \(count) bytes") }
        return key
    }

    /// The content of the key file of this name, made by `make` when it's first asked for. The file is kept as `key`'s.
    ///
    /// - Throws: `StorageError.folderUnusable` if the file can't be read or written; errors of `make`.
    public func keyFile(named name: String, make: () throws -> [UInt8]) throws -> [UInt8] {
        if let key = try keyFile(named: name) { return key }
        guard mkdir(keysPath, 0o700) == 0 || errno == EEXIST else {
            throw StorageError.folderUnusable(folder: keysPath, reason: String(cString: strerror(errno)))
        }
        let key = try make()
        try PrivateFile.write(key, to: "\(keysPath)/\(name)")
        return key
    }

    /// The content of an existing key file; `nil` if there is none.
    ///
    /// - Throws: `StorageError.folderUnusable` if it can't be read.
    public func keyFile(named name: String) throws -> [UInt8]? {
        let path = "\(keysPath)/\(name)"
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        guard let key = FileManager.default.contents(atPath: path) else { throw unusableKey(name, "can't be read") }
        return Array(key)
    }

    /// The names of the key files that are there.
    public var keyNames: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: keysPath)) ?? []
        // Those that aren't whole yet have another ending.
        return names.filter { !$0.hasSuffix(".new") }.sorted()
    }

    private func unusableKey(_ name: String, _ reason: String) -> StorageError {
        .folderUnusable(folder: keysPath, reason: "\(name) \(reason); restore it from a backup")
    }
}
