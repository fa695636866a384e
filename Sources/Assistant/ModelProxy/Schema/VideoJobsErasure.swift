package import Accounts
package import Domain
package import Storage

/// Erases the jobs of a user whose account is deleted. The videos go with their files.
package struct VideoJobsErasure: AccountDeletionParticipant {
    private let database: any Database

    package init(database: any Database) { self.database = database }

    package func erase(_ user: DeletedUser) async throws {
        try await database.write { connection in
            connection.markErasure()
            try connection.execute("DELETE FROM video_jobs WHERE owner_id = $1", user.id)
        }
    }

    package func isErased(_ user: UserID, on connection: any SQLConnection) throws -> Bool {
        try !connection.exists("SELECT 1 FROM video_jobs WHERE owner_id = $1", user)
    }
}

/// Exports the jobs; the videos are among the files.
package struct VideoJobsExport: AccountExportParticipant {
    private let database: any Database

    package init(database: any Database) { self.database = database }

    package var tables: [String: TableExport] { ["video_jobs": .exported(in: "assistant/videos.json")] }

    private struct Page: Encodable, Sendable { let videos: [Video] }

    private struct Video: Encodable, Sendable {
        let id: VideoJobID
        let model: String
        let status: String
        let mediaId: MediaID?
        let error: String?
        let createdAt: Timestamp

        init(_ job: VideoJob) {
            (id, model, mediaId, error, createdAt) = (job.id, job.model, job.mediaId, job.error, job.createdAt)
            status = job.state.rawValue
        }
    }

    package func export(_ user: User, to archive: AccountExportArchive) async throws {
        let jobs = try await database.read { connection in
            try connection.query(
                "SELECT \(VideoJob.columns) FROM video_jobs WHERE owner_id = $1 ORDER BY id",
                user.id
            ) { Video(try VideoJob(row: $0)) }
        }
        if !jobs.isEmpty { try await archive.document("assistant/videos.json", Page(videos: jobs)) }
    }
}
