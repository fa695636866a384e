import Foundation
public import SpotterAPI
import Subprocess
import SystemPackage

/// Speaks texts with a program of this machine, as the user's settings of voice say.
///
/// The text goes to the program's standard input, never into its arguments.
public struct Speaker: Sendable {
    /// Names a program that gets the text and no arguments.
    public static let variable = "SPOTTER_SPEAK"

    /// What speaks, the first that is there.
    enum Program: String, CaseIterable {
        case espeakNG = "espeak-ng"
        case espeak
        /// Of macOS.
        case say
    }

    private let settings: VoiceSettings
    /// A name or a path; `nil` for the first of `Program`.
    private let own: String?

    public init(_ settings: VoiceSettings) {
        self.init(settings, program: ProcessInfo.processInfo.environment[Self.variable])
    }

    /// Who speaks an answer; `nil` if its user doesn't want that.
    ///
    /// - Parameters:
    ///   - choice: what the command was told; `nil` for what the settings say, on a terminal.
    ///   - settings: asked for only if they matter. An answer is worth more than its sound: if this fails, nothing is spoken
    ///     by default, and in the standard voice by choice.
    public static func chosen(
        by choice: Bool?,
        onTerminal: Bool,
        _ settings: () async throws -> VoiceSettings
    ) async -> Speaker? {
        guard choice ?? onTerminal else { return nil }
        let known = try? await settings()
        guard choice ?? known?.voiceResponseEnabled ?? false else { return nil }
        return Speaker(known ?? .standard)
    }

    init(_ settings: VoiceSettings, program: String?) {
        (self.settings, own) = (settings, program.flatMap { $0.isEmpty ? nil : $0 })
    }

    /// Returns when all is said.
    /// - Returns: whether it was; `false` if no program that speaks is here, or it failed.
    public func say(_ text: String) async throws -> Bool {
        if let own { return try await Self.run(own, [], text) ?? false }
        for program in Program.allCases {
            if let isSaid = try await Self.run(program.rawValue, arguments(of: program), text) { return isSaid }
        }
        return false
    }

    /// - Returns: whether the program says that it worked; `nil` if there is none.
    private static func run(_ program: String, _ arguments: [String], _ text: String) async throws -> Bool? {
        // A name is looked up, a path is taken as it is.
        let executable: Executable = program.contains("/") ? .path(FilePath(program)) : .name(program)
        let input = try unnamedFile(text)
        defer { try? input.close() }
        do {
            let result = try await Subprocess.run(
                executable,
                arguments: Arguments(arguments),
                input: .fileDescriptor(input, closeAfterSpawningProcess: false),
                output: .discarded,
                error: .discarded
            )
            return result.terminationStatus.isSuccess
        } catch is SubprocessError {
            return nil
        }
    }

    /// A file of the user's own that has no name any more, at its beginning. A pipe would break if the program ends before it
    /// has read all, which Subprocess doesn't survive.
    private static func unnamedFile(_ text: String) throws -> FileDescriptor {
        let path = FilePath(FileManager.default.temporaryDirectory.appending(path: "spotter-\(UUID())").path)
        let file = try FileDescriptor.open(
            path,
            .readWrite,
            options: [.create, .exclusiveCreate],
            permissions: .ownerReadWrite
        )
        do {
            try FileManager.default.removeItem(atPath: path.string)
            try file.writeAll(text.utf8)
            try file.seek(offset: 0, from: .start)
        } catch {
            try? file.close()
            throw error
        }
        return file
    }

    func arguments(of program: Program) -> [String] {
        let wordsPerMinute = Int((80 + 190 * min(max(settings.ttsRate, 0), 1)).rounded())
        switch program {
        case .espeakNG, .espeak:
            let pitch = Int(min(max(settings.ttsPitch * 50, 0), 99).rounded())
            let volume = Int((100 * min(max(settings.ttsVolume, 0), 1)).rounded())
            let named = voice.map { ["-v", $0] } ?? []
            return ["-s", "\(wordsPerMinute)", "-p", "\(pitch)", "-a", "\(volume)"] + named + ["--stdin"]
        case .say: return ["-r", "\(wordsPerMinute)", "-f", "-"]
        }
    }

    /// A voice of another device isn't one of these programs'; theirs are named after languages.
    private var voice: String? {
        [settings.ttsVoice, settings.transcriptionLanguage].compactMap(\.self).first {
            $0.wholeMatch(of: /[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8}){0,3}/) != nil
        }?.lowercased()
    }
}
