import ArgumentParser
import Domain
import Foundation
import SpotterClient
import Terminal

/// How commands print: results on standard output, in JSON or for people; everything else on standard error.
enum ClientOutput {
    static var style: Style {
        Style(isTerminal: TTY.outputIsTerminal, environment: ProcessInfo.processInfo.environment)
    }

    static func lines(_ lines: [String]) { TTY.write(lines.map { $0 + "\n" }.joined()) }

    /// One JSON document on several lines.
    static func document(_ value: some Encodable) throws { try json(value, [.prettyPrinted]) }

    /// One JSON object on one line, for streams.
    static func record(_ value: some Encodable) throws { try json(value, []) }

    private static func json(_ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
        let text = String(decoding: try encoder.encode(value), as: UTF8.self)
        TTY.write(TerminalText.json(text) + "\n")
    }

    /// Runs a command's work and turns whatever goes wrong into one clear line and exit code 1.
    static func reporting<Result>(_ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch let error as ExitCode {
            throw error
        } catch let error as ValidationError {
            throw error
        } catch {
            TTY.printToStandardError("spotter: \(TerminalText.line("\(error)"))")
            throw ExitCode.failure
        }
    }
}
