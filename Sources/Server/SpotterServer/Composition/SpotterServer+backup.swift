import Accounts
public import Backup
import Domain
import Foundation
import MediaStore
import Messaging

extension SpotterServer {
    /// What a backup of a data folder is made of.
    ///
    /// - Parameter isStopped: whether the caller holds the folder and no server runs on it.
    public static func backupSource(_ configuration: ServerConfiguration, isStopped: Bool) -> BackupSource {
        BackupSource(
            folder: configuration.dataFolder,
            isStopped: isStopped,
            configuration: configuration.configurationFile.flatMap { FileManager.default.contents(atPath: $0) }
                .map { Array($0) },
            serverVersion: version,
            refusal: configuration.location.backupRefusal
        ) { connection in
            let chats = try ChatCounts.read(on: connection)
            return [
                "users": try User.count(on: connection), "chats": chats.chats, "messages": chats.messages,
                "files": Int64(try StoredFiles.hashes(on: connection).count),
            ]
        }
    }
}
