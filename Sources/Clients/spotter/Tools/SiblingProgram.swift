import CommandLineSupport
import Domain

#if canImport(Glibc)
    import Glibc
#endif

/// A program in the same folder as this one.
struct SiblingProgram {
    private let name: String

    init(_ name: String) { self.name = name }

    /// Replaces this process by the program, so that input, output, signals and the exit code are those of the program.
    /// - Returns: the error that ends the command. Returns only if the program can't be started.
    func replaceThisProcess(_ arguments: [String]) -> any Error {
        do {
            let path = try SiblingExecutable.path(name)
            let code = ProcessReplacement.run(path, arguments)
            let hint = "build it: \(SiblingExecutable.buildCommand(name))"
            guard code == ENOENT else {
                throw SpotterError(.unavailable, "can't run \(path) (\(String(cString: strerror(code)))); \(hint)")
            }
            throw SpotterError(.unavailable, "this command is in \(name), which isn't beside spotter; \(hint)")
        } catch {
            return fail(error)
        }
    }
}
