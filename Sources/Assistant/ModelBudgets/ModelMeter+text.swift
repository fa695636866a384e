package import Domain
package import LanguageModels

extension ModelMeter {
    /// Asks for an answer of text, and gives up after a time.
    ///
    /// - Parameters:
    ///   - length: the bytes of UTF-8 after which the rest isn't read.
    ///   - timeLimit: the whole answer's.
    ///   - sleep: waits for the time limit.
    /// - Returns: the text, and whether the budget made the answer shorter than it could be.
    /// - Throws: `quota_exceeded`; `ModelError`, of which `timeout` says `lateMessage`.
    package func text(
        of model: any LanguageModel,
        _ request: ModelRequest,
        for owner: UserID,
        upTo length: Int,
        within timeLimit: Duration,
        orSay lateMessage: String,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) async throws -> (text: String, isShort: Bool) {
        try await withThrowingTaskGroup(of: (String, Bool).self) { group in
            group.addTask {
                try await ask(model, request, for: owner, didSettle: { _ in }) { stream, isShort in
                    var text = ""
                    for try await case .textDelta(let delta) in stream {
                        text += delta
                        // What goes on beyond is ended, and not paid for.
                        if text.utf8.count > length { break }
                    }
                    return (text, isShort)
                }
            }
            group.addTask {
                try await sleep(timeLimit)
                throw ModelError(.timeout, lateMessage)
            }
            defer { group.cancelAll() }
            return try await group.next() ?? ("", false)
        }
    }
}
