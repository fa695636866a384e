import CMediaWorker

/// Whether this system can run the processes that decode files.
public enum WorkerCheck {
    /// A kind of file and what is missing for it.
    public enum Missing: Sendable, Hashable {
        case library
        /// The library is too old.
        case newerLibrary
        /// The system can't confine the process.
        case confinement
        /// It doesn't run, for this reason.
        case process(String)
    }

    /// Starts the process that decodes pictures, without a picture. Blocks.
    /// - Returns: `nil` if it works.
    public static func pictures(executable: String) -> Missing? {
        missing(WorkerProcess(executable: executable, timeout: timeout), ["media-worker", "0", "1", "1", "1"])
    }

    /// Starts the process that reads PDFs, without a PDF. Blocks.
    /// - Returns: `nil` if it works.
    public static func documents(executable: String) -> Missing? {
        missing(WorkerProcess(executable: executable, timeout: timeout), ["document-worker", "1", "1", "1"])
    }

    private static let timeout = Duration.seconds(20)

    private static func missing(_ process: WorkerProcess, _ arguments: [String]) -> Missing? {
        guard let nothing = try? OpenFile("/dev/null", .reading), let nowhere = try? OpenFile("/dev/null", .writing)
        else { return .process("/dev/null can't be opened") }
        switch process.run(arguments, nothing, into: nowhere).outcome {
        // It was ready to decode, and found nothing.
        case .success(MEDIA_WORKER_DAMAGED): return nil
        case .success(MEDIA_WORKER_NO_LIBRARY): return .library
        case .success(MEDIA_WORKER_OLD_LIBRARY): return .newerLibrary
        case .success(MEDIA_WORKER_UNCONFINED): return .confinement
        case .success(let status): return .process("it ended with status \(status.rawValue)")
        case .failure(.spawnFailed(let reason)): return .process(reason)
        case .failure(.timedOut): return .process("it takes longer than 20 s")
        case .failure(.crashed), .failure(.forbiddenCall): return .process("it crashes")
        }
    }
}
