package import Domain
package import Storage

/// Transcripts of voice messages: stored beside them, published as a durable change of their chat.
extension Messages {
    /// Stores what was heard in a recording. The same again changes nothing.
    ///
    /// - Parameters:
    ///   - media: the recording.
    ///   - alongside: done in the same transaction, whatever becomes of the transcript.
    /// - Returns: whether the message is there and still shows the recording.
    /// - Throws: `not_a_member` if the chat is gone.
    @discardableResult
    package func setTranscript(
        _ transcript: Transcript,
        of media: MediaID,
        in message: MessageID,
        _ chat: ChatID,
        alongside: @escaping @Sendable (any SQLConnection) throws -> Void = { _ in }
    ) async throws -> Bool {
        let observer = observer
        let transcript = transcript.inMilliseconds
        return try await transactions.change(
            chat,
            committed: { (done: (isShown: Bool, changed: Message?)) in
                if let message = done.changed { observer.messageDidChange(message) }
            }
        ) { transaction -> (isShown: Bool, changed: Message?) in
            try alongside(transaction.connection)
            guard let old = try transaction.find(message), old.deletedAt == nil,
                old.media.contains(where: { $0.id == media })
            else { return (false, nil) }
            guard old.transcript != transcript else { return (true, nil) }
            try TranscriptRows.write(transcript, of: media, in: message, on: transaction.connection)
            if (old.transcript?.text ?? "") != transcript.text {
                try observer.messageWillBeTranscribed(message, in: chat, on: transaction.connection)
            }
            return (true, try transaction.changed(.messageTranscribed, message))
        }.isShown
    }
}

extension Messages {
    /// Ends the wait for a transcript that won't come. Nothing changes if none is waited for.
    ///
    /// - Parameter alongside: done in the same transaction, in any case.
    /// - Throws: `not_a_member` if the chat is gone.
    package func endPendingTranscript(
        in message: MessageID,
        _ chat: ChatID,
        alongside: @escaping @Sendable (any SQLConnection) throws -> Void = { _ in }
    ) async throws {
        let observer = observer
        _ = try await transactions.change(
            chat,
            committed: { (changed: Message?) in if let changed { observer.messageDidChange(changed) } }
        ) { transaction -> Message? in
            try alongside(transaction.connection)
            guard let transcript = try transaction.find(message)?.transcript, transcript.status == .pending,
                let media = try TranscriptRows.media(of: message, on: transaction.connection)
            else { return nil }
            let failed = Transcript(status: .failed, duration: transcript.duration)
            try TranscriptRows.write(failed, of: media, in: message, on: transaction.connection)
            return try transaction.changed(.messageTranscribed, message)
        }
    }
}

/// Recordings of messages, regardless of who may hear them: for what transcribes them.
package enum MessageRecordings {
    package struct Entry: Sendable, Hashable {
        package let message: MessageID
        package let chat: ChatID
        package let sender: UserID
    }

    /// The messages with files between two positions of `MessageFeed`, the first excluded, the last included, since a time.
    /// Imported ones aren't among them.
    package static func list(
        after first: Int64,
        upTo last: Int64,
        since: Timestamp,
        on connection: any SQLConnection
    ) throws -> [Entry] {
        try connection.query(
            """
            SELECT m.id, m.chat_id, m.sender_id FROM messages m
            WHERE m.num > $1 AND m.num <= $2 AND m.created_at >= $3 AND m.extras & $4 <> 0
                AND m.deleted_at IS NULL AND NOT \(MessageExtras.isImported("m.extras"))
            ORDER BY m.num
            """,
            first,
            last,
            since,
            MessageExtras.media.rawValue
        ) { Entry(message: try $0.id(0), chat: try $0.id(1), sender: try $0.id(2)) }
    }

    /// What was heard in this recording when it was part of another message.
    package static func transcript(of media: MediaID, on connection: any SQLConnection) throws -> Transcript? {
        try connection.first(
            """
            SELECT \(TranscriptRows.State.columns), r.spoken
            FROM message_transcripts t JOIN message_rows r ON r.id = t.message_id
            WHERE t.media_id = $1 AND t.status = 'ready' AND r.spoken IS NOT NULL
            LIMIT 1
            """,
            media
        ) { try TranscriptRows.State(row: $0).transcript(try $0.text(3)) }
    }
}
