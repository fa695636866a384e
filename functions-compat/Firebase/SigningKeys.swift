import Domain
package import Logging
package import Storage

/// The keys that sign ID tokens, in files of the data folder's keys. The first is made when it is first needed.
///
/// To change the key, rename `firebase.pem` to `firebase-previous.pem` and restart: a new one is made, and tokens that
/// the previous one has signed can be verified until that file is removed.
package actor SigningKeys {
    static let fileName = "firebase.pem"
    static let previousFileName = "firebase-previous.pem"

    private let folder: DataFolder
    private let logger: Logger
    private var loaded: [SigningKey]?

    package init(folder: DataFolder, logger: Logger) {
        self.folder = folder
        self.logger = logger
    }

    /// Makes the key, if there is none.
    /// - Throws: as `all`.
    package func prepare() throws { _ = try all() }

    /// The key that signs, and then the previous one if there is one.
    /// - Throws: `unavailable` if a file can't be read or written, or holds no key.
    func all() throws -> [SigningKey] {
        if let loaded { return loaded }
        do {
            let current = try folder.keyFile(named: Self.fileName) { Array(try SigningKey().pem.utf8) }
            let previous = try folder.keyFile(named: Self.previousFileName)
            let keys = try [current, previous].compactMap { $0 }.map {
                try SigningKey(pem: String(decoding: $0, as: UTF8.self))
            }
            loaded = keys
            return keys
        } catch {
            logger.error(
                "the key of ID tokens can't be used",
                metadata: ["file": "keys/\(Self.fileName)", "error": "\(error)"]
            )
            throw SpotterError(.unavailable, "This server can't sign ID tokens at the moment; its log says why.")
        }
    }
}
