import CMediaWorker
import Domain
import Foundation

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

    private let executable: String
    private let timeout: Duration
    private let limits: MediaLimits
    private let queue: ImageQueue
    private let budget: DecodingBudget

    /// The images that wait for their turn.
    var pending: Int { queue.waitingCount }

    /// - Parameter executable: path of `spotter`, run with the subcommand `media-worker`.
    init(
        executable: String,
        limits: MediaLimits,
        timeout: Duration = .seconds(30),
        queue: ImageQueue = ImageQueue(),
        budget: DecodingBudget = DecodingBudget()
    ) {
        self.executable = executable
        self.limits = limits
        self.timeout = timeout
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
        // The worker shares the file's position, because both processes use the same open file description.
        lseek(input.descriptor, 0, SEEK_SET)
        let arguments = [
            "spotter", "media-worker", "\(format)", "\(limits.imagePixels)", "\(limits.decodedImageBytes)",
            "\(limits.imageBytes)",
        ]
        var status: Int32 = 0
        var cpuMilliseconds: Int64 = 0
        let milliseconds = timeout.wholeMilliseconds
        let error = arguments.withCStrings { arguments in
            Self.environment.withCStrings { environment in
                media_worker_spawn(
                    executable,
                    arguments,
                    environment,
                    input.descriptor,
                    output.descriptor,
                    Int32(clamping: milliseconds),
                    &status,
                    &cpuMilliseconds
                )
            }
        }
        return (Result { () throws(ImageError) in try check(error, status) }, cpuMilliseconds)
    }

    private func check(_ error: Int32, _ status: Int32) throws(ImageError) {
        switch error {
        case 0: break
        case ETIMEDOUT: throw .timedOut
        default: throw .spawnFailed(String(cString: strerror(error)))
        }
        guard media_worker_exited(status) != 0 else {
            throw media_worker_attacked(status) != 0 ? .forbiddenCall : .crashed
        }
        switch media_worker_status(rawValue: UInt32(clamping: media_worker_exit_status(status))) {
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

    /// Doesn't inherit the server's environment, which may hold secrets. Only the path of shared libraries, and one
    /// thread for BLAS.
    private static let environment: [String] = {
        let own = ProcessInfo.processInfo.environment
        return ["OPENBLAS_NUM_THREADS=1"] + (own["LD_LIBRARY_PATH"].map { ["LD_LIBRARY_PATH=\($0)"] } ?? [])
    }()
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

extension [String] {
    /// A NULL-terminated array of C strings.
    fileprivate func withCStrings<Value>(_ body: ([UnsafeMutablePointer<CChar>?]) -> Value) -> Value {
        let strings = map { strdup($0) }
        defer { for string in strings { free(string) } }
        return body(strings + [nil])
    }
}
