import CMediaWorker
import Domain

/// Converts images to upright sRGB without metadata and creates thumbnails. Each image is decoded in its own process,
/// `spotter media-worker`, which can only read one file and write another.
final class ImageWorker: Sendable {
    /// The worker's output: the file, and the ranges of the image and the thumbnail in it.
    struct Converted: Sendable {
        let width: Int
        let height: Int
        let file: OpenFile
        let content: Range<Int64>
        let thumbnail: Range<Int64>
        let thumbnailType: MediaType
        /// Pixels times channels times bytes of a channel, as the file had them.
        let decodedBytes: Int64
    }

    private let process: WorkerProcess
    private let limits: MediaLimits
    private let queue: WorkerQueue
    private let budget: DecodingBudget

    /// The images that wait for their turn.
    var pending: Int { queue.waitingCount }

    /// - Parameter executable: path of `spotter`, run with the subcommand `media-worker`.
    init(
        executable: String,
        limits: MediaLimits,
        timeout: Duration = .seconds(30),
        queue: WorkerQueue = WorkerQueue("pictures"),
        budget: DecodingBudget = DecodingBudget()
    ) {
        process = WorkerProcess(executable: executable, timeout: timeout)
        self.limits = limits
        self.queue = queue
        self.budget = budget
    }

    /// Waits for the user's turn and converts an image.
    /// - Parameters:
    ///   - input: an image of this type.
    ///   - output: an empty file for the result.
    /// - Throws: `ImageError`; `rate_limited` if too many of this user's images are waiting or their budget is used up;
    ///   `unavailable` if too many images are waiting; `FileError`.
    func convert(
        _ input: OpenFile,
        _ type: MediaType,
        for user: UserID,
        into output: OpenFile
    ) async throws -> Converted {
        try budget.requireLeft(for: user)
        return try await queue.run(for: user) { [self] in
            // Those before it in the queue have been charged in the meantime.
            try budget.requireLeft(for: user)
            let run = run(input, type, into: output)
            let converted = Result {
                try run.outcome.get()
                return try WorkerOutput.read(output, of: type, limits: limits)
            }
            budget.charge(
                decodedBytes: (try? converted.get())?.decodedBytes ?? 0,
                cpuMilliseconds: run.cpuMilliseconds,
                to: user
            )
            return try converted.get()
        }
    }

    /// Runs the worker process.
    private func run(
        _ input: OpenFile,
        _ type: MediaType,
        into output: OpenFile
    ) -> (outcome: Result<Void, ImageError>, cpuMilliseconds: Int64) {
        guard let format = type.workerFormat else { return (.failure(.damaged), 0) }
        let arguments = [
            "media-worker", "\(format)", "\(limits.imagePixels)", "\(limits.decodedImageBytes)", "\(limits.imageBytes)",
        ]
        let run = process.run(arguments, input, into: output)
        return (Result { () throws(ImageError) in try check(run.outcome) }, run.cpuMilliseconds)
    }

    private func check(_ outcome: Result<media_worker_status, WorkerProcess.Failure>) throws(ImageError) {
        let status: media_worker_status
        switch outcome {
        case .success(let said): status = said
        case .failure(.timedOut): throw .timedOut
        case .failure(.crashed): throw .crashed
        case .failure(.forbiddenCall): throw .forbiddenCall
        case .failure(.spawnFailed(let reason)): throw .spawnFailed(reason)
        }
        switch status {
        case MEDIA_WORKER_DONE: return
        case MEDIA_WORKER_DAMAGED: throw .damaged
        case MEDIA_WORKER_TOO_MANY_PIXELS: throw .tooManyPixels(limits.imagePixels)
        case MEDIA_WORKER_TOO_MANY_BYTES: throw .tooManyBytes(limits.decodedImageBytes)
        case MEDIA_WORKER_NO_LIBRARY: throw .libraryMissing
        case MEDIA_WORKER_OLD_LIBRARY: throw .libraryOutdated
        case MEDIA_WORKER_UNCONFINED: throw .unconfined
        default: throw .crashed
        }
    }
}

extension MediaType {
    fileprivate var workerFormat: UInt32? {
        switch self {
        case .jpeg: MEDIA_WORKER_JPEG.rawValue
        case .png: MEDIA_WORKER_PNG.rawValue
        case .webp: MEDIA_WORKER_WEBP.rawValue
        case .gif: MEDIA_WORKER_GIF.rawValue
        case .heif: MEDIA_WORKER_HEIF.rawValue
        default: nil
        }
    }
}
