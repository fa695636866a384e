import CMediaWorker
import Domain

/// Reads the text of PDFs. Each is read in its own process, `spotter document-worker`, which can only read one file and
/// write another.
final class DocumentWorker: Sendable {
    private let process: WorkerProcess
    private let limits: MediaLimits
    private let queue: WorkerQueue
    private let budget: DecodingBudget

    /// - Parameters:
    ///   - executable: path of `spotter`, run with the subcommand `document-worker`.
    ///   - budget: shared with the pictures.
    init(
        executable: String,
        limits: MediaLimits,
        timeout: Duration,
        queue: WorkerQueue = WorkerQueue("documents"),
        budget: DecodingBudget
    ) {
        process = WorkerProcess(executable: executable, timeout: timeout)
        self.limits = limits
        self.queue = queue
        self.budget = budget
    }

    /// Waits for the user's turn and reads a PDF.
    /// - Parameter output: an empty file for the result.
    /// - Throws: `DocumentError`; `rate_limited` if too many of this user's documents are waiting or their budget is used
    ///   up; `unavailable` if too many documents are waiting; `FileError`.
    func text(of input: OpenFile, for user: UserID, through output: OpenFile) async throws -> DocumentText {
        try budget.requireLeft(for: user)
        return try await queue.run(for: user) { [self] in
            // Those before it in the queue have been charged in the meantime.
            try budget.requireLeft(for: user)
            guard try input.size() <= limits.textBytes else { throw DocumentError.tooLarge(limits.textBytes) }
            let run = run(input, into: output)
            budget.charge(decodedBytes: 0, cpuMilliseconds: run.cpuMilliseconds, to: user)
            try Self.check(run.outcome)
            return try TextOutput.read(output, limits: limits)
        }
    }

    private func run(_ input: OpenFile, into output: OpenFile) -> WorkerProcess.Run {
        let arguments = ["\(limits.textPages)", "\(limits.textCharacters)", "\(limits.textBytes)"]
        return process.run(["document-worker"] + arguments, input, into: output)
    }

    private static func check(_ outcome: Result<media_worker_status, WorkerProcess.Failure>) throws(DocumentError) {
        switch outcome {
        // A process that takes more time or memory than it may is ended by the system, or ends itself.
        case .failure(.timedOut), .failure(.crashed): throw .tooComplex
        case .failure(.forbiddenCall): throw .forbiddenCall
        case .failure(.spawnFailed(let reason)): throw .spawnFailed(reason)
        case .success(MEDIA_WORKER_DONE): return
        case .success(MEDIA_WORKER_DAMAGED): throw .damaged
        case .success(MEDIA_WORKER_LOCKED): throw .locked
        case .success(MEDIA_WORKER_NO_LIBRARY): throw .libraryMissing
        case .success(MEDIA_WORKER_OLD_LIBRARY): throw .libraryOutdated
        case .success(MEDIA_WORKER_UNCONFINED): throw .unconfined
        case .success: throw .tooComplex
        }
    }
}
