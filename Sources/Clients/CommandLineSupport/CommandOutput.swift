import ArgumentParser
import Domain
public import Foundation

/// Prints an error as one line on standard error.
///
/// - Returns: the error to throw, which ends the command with exit code 1, or with 64 if its options are wrong.
public func fail(_ error: any Error) -> any Error {
    if error is ExitCode || error is CleanExit || error is ValidationError { return error }
    let message = ErrorText.of(error)
    FileHandle.standardError.write(Data("spotter: \(message)\n".utf8))
    return ExitCode.failure
}

/// Prints a note for people on standard error, apart from the results.
public func note(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

/// Prints a line of results on standard output.
public func output(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

/// Prints a value as one JSON document on standard output.
public func outputJSON(_ value: some Encodable) throws { output(try json(value)) }

/// A value as JSON with sorted keys, so that equal values are printed alike.
public func json(_ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting = []) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
    return String(decoding: try encoder.encode(value), as: UTF8.self)
}
