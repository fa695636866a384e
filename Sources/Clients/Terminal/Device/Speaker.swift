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
        do {
            let result = try await Subprocess.run(
                executable,
                arguments: Arguments(arguments),
                input: .string(text),
                output: .discarded,
                error: .discarded
            )
            return result.terminationStatus.isSuccess
        } catch is SubprocessError {
            return nil
        }
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
