import CMediaWorker
import Domain
import Foundation
import Synchronization

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
    }

    private let executable: String
    private let timeout: Duration
    private let limits: MediaLimits
    private let pool = OperationQueue()
    private let pendingCount = Mutex(0)

    /// The images that wait or are being converted.
    var pending: Int { pendingCount.withLock { $0 } }

    /// - Parameter executable: path of `spotter`, run with the subcommand `media-worker`.
    init(executable: String, limits: MediaLimits, timeout: Duration = .seconds(10)) {
        self.executable = executable
        self.limits = limits
        self.timeout = timeout
        pool.maxConcurrentOperationCount = 2
        pool.name = "media-worker"
    }

    /// - Parameters:
    ///   - input: an image of this type.
    ///   - output: an empty file for the result.
    /// - Throws: `ImageError`; `rate_limited` if too many images are waiting; `FileError`.
    func convert(_ input: OpenFile, _ type: MediaType, into output: OpenFile) async throws -> Converted {
        let isAdmitted = pendingCount.withLock { pendingCount in
            guard pendingCount < 64 else { return false }
            pendingCount += 1
            return true
        }
        guard isAdmitted else {
            throw SpotterError(
                .rateLimited,
                "Too many pictures at the moment; try again in a few seconds.",
                retryable: true,
                retryAfterMs: 3000
            )
        }
        defer { pendingCount.withLock { $0 -= 1 } }
        return try await withCheckedThrowingContinuation { continuation in
            pool.addOperation { [self] in
                continuation.resume(
                    with: Result {
                        try run(input, type, into: output)
                        return try WorkerOutput.read(output, of: type)
                    }
                )
            }
        }
    }

    private func run(_ input: OpenFile, _ type: MediaType, into output: OpenFile) throws {
        guard let format = type.workerFormat else { throw ImageError.damaged }
        // The worker shares the file's position, because both processes use the same open file description.
        lseek(input.descriptor, 0, SEEK_SET)
        let arguments = [
            "spotter", "media-worker", "\(format)", "\(limits.imagePixels)", "\(limits.imageBytes)",
        ]
        var status: Int32 = 0
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
                    &status
                )
            }
        }
        switch error {
        case 0: break
        case ETIMEDOUT: throw ImageError.timedOut
        default: throw ImageError.spawnFailed(String(cString: strerror(error)))
        }
        guard media_worker_exited(status) != 0 else { throw ImageError.crashed }
        switch media_worker_status(rawValue: UInt32(clamping: media_worker_exit_status(status))) {
        case MEDIA_WORKER_DONE: return
        case MEDIA_WORKER_DAMAGED: throw ImageError.damaged
        case MEDIA_WORKER_TOO_MANY_PIXELS: throw ImageError.tooManyPixels(limits.imagePixels)
        case MEDIA_WORKER_NO_LIBRARY: throw ImageError.libraryMissing
        case MEDIA_WORKER_OLD_LIBRARY: throw ImageError.libraryOutdated
        default: throw ImageError.crashed
        }
    }

    /// Doesn't inherit the server's environment, which may hold secrets. Only the path of shared libraries, and one
    /// thread for BLAS.
    private static let environment: [String] = {
        let own = ProcessInfo.processInfo.environment
        return ["OPENBLAS_NUM_THREADS=1"] + (own["LD_LIBRARY_PATH"].map { ["LD_LIBRARY_PATH=\($0)"] } ?? [])
    }()

    /// Runs in the worker process: reads standard input, writes standard output, exits.
    static func runWorkerProcess(format: Int32, maxPixels: Int64, maxBytes: Int64) -> Never {
        exit(media_worker_run(format, maxPixels, maxBytes))
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

extension [String] {
    /// A NULL-terminated array of C strings.
    fileprivate func withCStrings<Value>(_ body: ([UnsafeMutablePointer<CChar>?]) -> Value) -> Value {
        let strings = map { strdup($0) }
        defer { for string in strings { free(string) } }
        return body(strings + [nil])
    }
}
