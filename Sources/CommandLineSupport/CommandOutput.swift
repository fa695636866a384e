import ArgumentParser
import Domain
import Foundation

/// Ends the command with one clear line on standard error.
public func fail(_ error: any Error) -> any Error {
    if error is ExitCode || error is CleanExit || error is ValidationError { return error }
    let message = (error as? SpotterError)?.message ?? "\(error)"
    FileHandle.standardError.write(Data("spotter: \(message)\n".utf8))
    return ExitCode.failure
}

/// A note for people, beside the results.
public func note(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

/// A line of results.
public func output(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

/// Values as one JSON document, keys sorted.
public func outputJSON(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    output(String(decoding: try encoder.encode(value), as: UTF8.self))
}
