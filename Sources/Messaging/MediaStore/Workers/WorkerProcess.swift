import CMediaWorker
import Domain
import Foundation

/// Runs the `spotter` executable as a worker that reads one file and writes another, and waits for its end.
struct WorkerProcess: Sendable {
    /// Why a worker didn't say how it went.
    enum Failure: Error, Sendable, Hashable {
        case timedOut
        case crashed
        /// It was ended because it made a system call that no decoder makes.
        case forbiddenCall
        case spawnFailed(String)
    }

    struct Run: Sendable {
        /// The worker's own word.
        let outcome: Result<media_worker_status, Failure>
        let cpuMilliseconds: Int64
    }

    let executable: String
    let timeout: Duration

    /// Blocks the calling thread.
    /// - Parameter arguments: the subcommand and what it takes.
    func run(_ arguments: [String], _ input: OpenFile, into output: OpenFile) -> Run {
        // The worker shares the file's position, because both processes use the same open file description.
        lseek(input.descriptor, 0, SEEK_SET)
        var status: Int32 = 0
        var cpuMilliseconds: Int64 = 0
        let milliseconds = timeout.wholeMilliseconds
        let error = (["spotter"] + arguments).withCStrings { arguments in
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
        return Run(outcome: Self.outcome(error, status), cpuMilliseconds: cpuMilliseconds)
    }

    private static func outcome(_ error: Int32, _ status: Int32) -> Result<media_worker_status, Failure> {
        switch error {
        case 0: break
        case ETIMEDOUT: return .failure(.timedOut)
        default: return .failure(.spawnFailed(String(cString: strerror(error))))
        }
        guard media_worker_exited(status) != 0 else {
            return .failure(media_worker_attacked(status) != 0 ? .forbiddenCall : .crashed)
        }
        return .success(media_worker_status(rawValue: UInt32(clamping: media_worker_exit_status(status))))
    }

    /// Doesn't inherit the server's environment, which may hold secrets. Only the path of shared libraries, and one
    /// thread for BLAS.
    private static let environment: [String] = {
        let own = ProcessInfo.processInfo.environment
        return ["OPENBLAS_NUM_THREADS=1"] + (own["LD_LIBRARY_PATH"].map { ["LD_LIBRARY_PATH=\($0)"] } ?? [])
    }()
}

extension [String] {
    /// A NULL-terminated array of C strings.
    fileprivate func withCStrings<Value>(_ body: ([UnsafeMutablePointer<CChar>?]) -> Value) -> Value {
        let strings = map { strdup($0) }
        defer { for string in strings { free(string) } }
        return body(strings + [nil])
    }
}
