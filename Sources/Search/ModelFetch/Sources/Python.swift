import Domain
import Subprocess
import SystemPackage

/// Runs Python's own tools as a subprocess. Their output goes to standard error, where progress is shown.
struct Python: Sendable {
    /// A name on the `PATH`, or a path.
    let executable: String

    /// - Throws: `SourceError` if the command can't be run or fails, `CancellationError` after ending it.
    func run(_ arguments: [String]) async throws {
        // As much as is needed to recognise the command in a message.
        let command = ([executable] + arguments.prefix(3)).joined(separator: " ")
        var options = PlatformOptions()
        options.teardownSequence = [.gracefulShutDown(allowedDurationToNextStep: .seconds(2))]
        let status: TerminationStatus
        do {
            status = try await Subprocess.run(
                executable.contains("/") ? .path(FilePath(executable)) : .name(executable),
                arguments: Arguments(arguments),
                platformOptions: options,
                output: .currentStandardError,
                error: .currentStandardError
            ).terminationStatus
        } catch let error as SubprocessError {
            try Task.checkCancellation()
            throw SourceError("\(executable) can't be run: \(ErrorText.of(error))")
        }
        try Task.checkCancellation()
        guard status.isSuccess else { throw SourceError("`\(command)` failed: \(status)") }
    }
}
