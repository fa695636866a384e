import Accounts
import Domain
import SpotterAPI
import Storage

/// Exports a user's voice settings, and how much was transcribed for them.
struct VoiceExport: AccountExportParticipant {
    let database: any Database

    var tables: [String: TableExport] {
        [
            "voice_settings": .exported(in: "voice.json"),
            "transcription_usage": .exported(in: "voice.json"),
            "transcription_queue": .omitted(because: "voice messages that wait to be transcribed"),
        ]
    }

    func export(_ user: User, to archive: AccountExportArchive) async throws {
        let voice = try await database.read { connection in
            ExportedVoice(
                voice: try VoicePreferences.settings(of: user.id, on: connection),
                transcribed: try connection.query(
                    "SELECT day, duration, recordings FROM transcription_usage WHERE user_id = $1 ORDER BY day",
                    user.id
                ) { row in
                    let day = Timestamp(milliseconds: try row.int(0) * TranscriptionUsage.millisecondsOfDay)
                    return ExportedVoice.Day(
                        day: String(day.description.prefix(10)),
                        seconds: Double(try row.int(1)) / 1000,
                        recordings: Int(clamping: try row.int(2))
                    )
                }
            )
        }
        try await archive.document("voice.json", voice)
    }
}
