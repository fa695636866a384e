import CMediaWorker
import Domain
import Foundation
import Synchronization

/// Turns pictures into upright ones in sRGB without metadata, and makes thumbnails of them, in a process of its own for
/// each: `spotter media-worker`, confined to reading one file and writing another.
final class ImageWorker: Sendable {
    /// What the process wrote: the file, and where in it the picture and its thumbnail are.
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
    private let waiting = Mutex(0)

    /// - Parameter executable: `spotter`; its subcommand `media-worker` is run.
    init(executable: String, limits: MediaLimits, timeout: Duration = .seconds(10)) {
        self.executable = executable
        self.limits = limits
        self.timeout = timeout
        pool.maxConcurrentOperationCount = 2
        pool.name = "media-worker"
    }

    /// - Parameters:
    ///   - input: The picture, of this type.
    ///   - output: An empty file that takes the result.
    /// - Throws: `ImageRefusal`, `SpotterError`, `FileError`.
    func convert(_ input: OpenFile, _ type: MediaType, into output: OpenFile) async throws -> Converted {
        let isAdmitted = waiting.withLock { waiting in
            guard waiting < 64 else { return false }
            waiting += 1
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
        defer { waiting.withLock { $0 -= 1 } }
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
        guard let format = type.workerFormat else { throw ImageRefusal.damaged }
        // The server's own place in the file isn't the worker's: a file opened once has one.
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
        case ETIMEDOUT: throw ImageRefusal.tookTooLong
        default: throw ImageRefusal.notStarted(String(cString: strerror(error)))
        }
        guard media_worker_exited(status) != 0 else { throw ImageRefusal.crashed }
        switch media_worker_status(rawValue: UInt32(clamping: media_worker_exit_status(status))) {
        case MEDIA_WORKER_DONE: return
        case MEDIA_WORKER_DAMAGED: throw ImageRefusal.damaged
        case MEDIA_WORKER_TOO_MANY_PIXELS: throw ImageRefusal.tooManyPixels(limits.imagePixels)
        case MEDIA_WORKER_NO_LIBRARY: throw ImageRefusal.noLibrary
        case MEDIA_WORKER_OLD_LIBRARY: throw ImageRefusal.oldLibrary
        default: throw ImageRefusal.crashed
        }
    }

    /// Nothing of the server's own, where secrets are; only where its shared libraries are, and one thread for BLAS.
    private static let environment: [String] = {
        let own = ProcessInfo.processInfo.environment
        return ["OPENBLAS_NUM_THREADS=1"] + (own["LD_LIBRARY_PATH"].map { ["LD_LIBRARY_PATH=\($0)"] } ?? [])
    }()

    /// The worker's side: reads standard input, writes standard output, ends the process.
    static func work(format: Int32, maxPixels: Int64, maxBytes: Int64) -> Never {
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
    /// As C takes them: an array of strings that ends with nothing.
    fileprivate func withCStrings<Value>(_ body: ([UnsafeMutablePointer<CChar>?]) -> Value) -> Value {
        let strings = map { strdup($0) }
        defer { for string in strings { free(string) } }
        return body(strings + [nil])
    }
}
