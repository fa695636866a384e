import Retrieval

extension ServerConfiguration {
    /// - Parameter folder: for copies of the vectors.
    func memory(folder: String) -> MessageIndexer.Configuration {
        var memory = MessageIndexer.Configuration()
        memory.folder = folder
        memory.memoryLimit = vectorMemory.map { $0 * 1_048_576 } ?? max(256 * 1_048_576, SystemMemory.bytes / 4)
        return memory
    }
}
