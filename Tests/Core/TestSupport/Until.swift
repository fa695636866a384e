public import Testing

/// Waits until `condition` holds, for what another task, thread or process does without telling.
///
/// The first looks follow each other at once. Then there are pauses, of 20 ms in the end and no shorter than a look
/// takes, so that whoever waits leaves the processors to those who are waited for. A condition that doesn't come is an
/// issue at the place of the call, and the test goes on.
///
/// ```swift
/// await until("all four wait") { queue.waitingCount == 4 }
/// ```
/// - Parameter limit: so long that only a broken program reaches it, on a busy machine too.
/// - Returns: whether it holds. It may not if the task is cancelled either, which is no issue.
@discardableResult
public func until(
    _ description: Comment? = nil,
    within limit: Duration = .seconds(60),
    sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: () async throws -> Bool
) async rethrows -> Bool {
    let clock = ContinuousClock()
    let begin = clock.now
    var looks = 0
    while !Task.isCancelled {
        let look = clock.now
        if try await condition() { return true }
        let now = clock.now
        guard now - begin < limit else {
            Issue.record(description ?? "what the test waits for hasn't come", sourceLocation: sourceLocation)
            return false
        }
        looks += 1
        if looks <= looksAtOnce {
            await Task.yield()
        } else {
            let pause = Duration.milliseconds(min(looks - looksAtOnce, maxPauseMilliseconds))
            try? await Task.sleep(for: max(pause, now - look))
        }
    }
    return false
}

/// Most of what is waited for comes at once.
private let looksAtOnce = 20
private let maxPauseMilliseconds = 20
