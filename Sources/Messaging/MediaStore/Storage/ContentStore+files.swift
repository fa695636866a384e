import Domain

/// Finished files in the folder itself.
extension ContentStore: ContentFiles {
    func add(_ files: [ProcessedFile]) async throws {
        try await BlockingIO.run {
            for file in files {
                if isShared { try offer(file.path, as: file.hash) } else { try insert(file.path, as: file.hash) }
            }
        }
    }

    func confirm(_ files: [ProcessedFile]) async throws {
        guard isShared else { return }
        try await BlockingIO.run { for file in files { try keep(file.path, as: file.hash) } }
    }

    func source(of hash: ContentHash) async throws -> ContentSource? {
        let path = path(of: hash)
        return try await BlockingIO.run {
            do {
                return .file(try OpenFile(path, .reading))
            } catch let error as FileError where error.isMissing {
                return nil
            }
        }
    }

    /// What was put aside lies in `temporary`, and counts as left over after a day.
    func recover(_ isReferenced: (ContentHash) async throws -> Bool) async throws {}

    func forEach(stray: (String) -> Void, _ body: ([ContentHash]) async throws -> Void) async throws {
        let parts = try await BlockingIO.run { try Self.list(folder).filter { $0.count == 2 }.sorted() }
        for part in parts {
            let names = try await BlockingIO.run { try Self.list("\(folder)/\(part)").sorted() }
            for name in names where ContentHash(hex: name) == nil { stray("\(part)/\(name)") }
            try await body(names.compactMap { ContentHash(hex: $0) })
        }
    }
}
