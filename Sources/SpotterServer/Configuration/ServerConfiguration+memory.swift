import Foundation
import Retrieval

extension ServerConfiguration {
    /// - Parameter folder: for copies of the vectors.
    func memory(folder: String) -> MessageMemory.Configuration {
        var memory = MessageMemory.Configuration()
        memory.folder = folder
        let quarter = Int(clamping: ProcessInfo.processInfo.physicalMemory / 4)
        memory.memoryLimit = vectorMemory.map { $0 * 1_048_576 } ?? max(256 * 1_048_576, quarter)
        return memory
    }
}
