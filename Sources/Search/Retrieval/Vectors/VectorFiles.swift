import Dispatch
import Domain
import Foundation
import Logging
import VectorSearch

/// Files with one model's vectors, one per chat that has many. They are copies of the database that load in a fraction
/// of the time. Losing them costs only that time.
///
/// Writes and deletions run in the order in which they were requested, so that deleted data stays deleted.
final class VectorFiles: Sendable {
    private let folder: String
    private let logger: Logger
    private let queue = DispatchQueue(label: "spotter.vectors.files", qos: .utility)

    /// - Parameter folder: created if it is missing.
    init(folder: String, logger: Logger) {
        self.folder = folder
        self.logger = logger
        do {
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            logger.warning("vectors are kept in the database only: \(error)")
        }
    }

    func path(of chat: ChatID) -> String { "\(folder)/\(chat).vectors" }

    func contains(_ chat: ChatID) -> Bool { access(path(of: chat), R_OK) == 0 }

    /// - Parameters:
    ///   - stamp: the highest number of the rows.
    ///   - completion: called once the file is there.
    func write(
        _ partition: PartitionSnapshot,
        of chat: ChatID,
        stamp: Int64,
        completion: @escaping @Sendable () -> Void
    ) {
        let path = path(of: chat)
        queue.async { [logger] in
            do {
                try partition.write(to: path, stamp: UInt64(clamping: stamp))
                completion()
            } catch {
                logger.warning("a copy of a chat's vectors couldn't be written: \(error)")
            }
        }
    }

    func remove(_ chat: ChatID) {
        let path = path(of: chat)
        queue.async { unlink(path) }
    }

    /// Waits for all requested operations.
    func flush() async {
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    }

    /// Deletes all files.
    func removeAll() {
        let folder = folder
        queue.async { try? FileManager.default.removeItem(atPath: folder) }
    }

    /// The existing files. Incomplete ones are deleted. Call this before the first write.
    func heads() -> [(chat: ChatID, head: PartitionFileHeader?)] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.compactMap { name in
            guard name.hasSuffix(".vectors"), let chat = ChatID(String(name.dropLast(".vectors".count))) else {
                unlink("\(folder)/\(name)")
                return nil
            }
            return (chat, PartitionFileHeader(path: path(of: chat)))
        }
    }
}
