import Domain
import Foundation
public import Logging

/// Writes each log line as one JSON object: `time`, `level`, `label`, `message`, `source`, and `metadata` if there is any.
///
/// Whatever a message holds, line breaks and control characters included, it stays one line of valid JSON.
public struct JSONLogHandler: LogHandler {
    public var logLevel = Logger.Level.info
    public var metadata: Logger.Metadata = [:]
    public var metadataProvider: Logger.MetadataProvider?
    private let label: String
    private let clock: any WallClock
    private let write: @Sendable (String) -> Void

    /// - Parameter write: receives each line, with its line feed. May be called by several threads at once.
    init(
        label: String,
        clock: any WallClock = SystemClock(),
        write: @escaping @Sendable (String) -> Void
    ) {
        self.label = label
        self.clock = clock
        self.write = write
    }

    /// A handler for `LoggingSystem.bootstrap`.
    public static func standardError(label: String) -> JSONLogHandler {
        JSONLogHandler(label: label) { line in
            // One call for one line, so that lines of several threads don't mix.
            FileHandle.standardError.write(Data(line.utf8))
        }
    }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        var fields: [String: JSONValue] = [
            "time": .string("\(clock.now())"),
            "level": .string(event.level.rawValue),
            "label": .string(label),
            "message": .string("\(event.message)"),
            "source": .string(event.source),
        ]
        var all = metadataProvider?.get() ?? [:]
        all.merge(metadata) { $1 }
        all.merge(event.metadata ?? [:]) { $1 }
        if let error = event.error { all["error"] = "\(error)" }
        if !all.isEmpty { fields["metadata"] = .object(all.mapValues(Self.json)) }
        write(Self.oneLine(JSONValue.object(fields).text) + "\n")
    }

    /// Escapes what JSON allows in strings but some readers take for the end of a line.
    private static func oneLine(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: Self.breaksLines) else { return text }
        var line = ""
        for scalar in text.unicodeScalars {
            guard breaksLines(scalar) else {
                line.unicodeScalars.append(scalar)
                continue
            }
            let hex = String(scalar.value, radix: 16)
            line += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
        }
        return line
    }

    private static func breaksLines(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x7F...0x9F, 0x2028, 0x2029: true
        default: false
        }
    }

    private static func json(_ value: Logger.MetadataValue) -> JSONValue {
        switch value {
        case .string(let text): .string(text)
        case .stringConvertible(let value): .string("\(value)")
        case .array(let values): .array(values.map(json))
        case .dictionary(let values): .object(values.mapValues(json))
        }
    }
}
