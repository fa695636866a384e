import Foundation
import SpotterAPI
import TestSupport
import Testing

@testable import Terminal

/// Texts are spoken by a program of the machine.
@Suite(.standardTimeLimit) struct SpeakerTests {
    @Test(arguments: [
        (VoiceSettings.standard, ["-s", "175", "-p", "50", "-a", "100", "--stdin"]),
        (
            VoiceSettings(ttsVoice: "com.apple.voice.Samantha", ttsRate: 1, ttsPitch: 2, ttsVolume: 0.5),
            ["-s", "270", "-p", "99", "-a", "50", "--stdin"]
        ),
        (
            VoiceSettings(ttsVoice: "sv", ttsRate: 0, ttsPitch: 0.5, transcriptionLanguage: "pt-BR"),
            ["-s", "80", "-p", "25", "-a", "100", "-v", "sv", "--stdin"]
        ),
        (
            VoiceSettings(transcriptionLanguage: "pt-BR"),
            ["-s", "175", "-p", "50", "-a", "100", "-v", "pt-br", "--stdin"]
        ),
        // Nothing of the settings becomes an option.
        (VoiceSettings(ttsVoice: "--load=x"), ["-s", "175", "-p", "50", "-a", "100", "--stdin"]),
    ])
    func settingsBecomeArguments(settings: VoiceSettings, arguments: [String]) {
        #expect(Speaker(settings, program: nil).arguments(of: .espeakNG) == arguments)
    }

    private struct Refused: Error {}

    /// Settings that can't be had keep nobody from the rest of the answer.
    @Test func whoSpeaksIsChosenAlsoWithoutSettings() async {
        func speaks(_ choice: Bool?, onTerminal: Bool = true, _ settings: VoiceSettings?) async -> Bool {
            await Speaker.chosen(by: choice, onTerminal: onTerminal) {
                guard let settings else { throw Refused() }
                return settings
            } != nil
        }
        let on = VoiceSettings(voiceResponseEnabled: true)
        #expect(await speaks(nil, on))
        #expect(await !speaks(nil, VoiceSettings(voiceResponseEnabled: false)))
        #expect(await !speaks(nil, nil))
        #expect(await !speaks(nil, onTerminal: false, on))
        #expect(await speaks(true, onTerminal: false, nil))
        #expect(await !speaks(false, on))
    }

    @Test func theTextGoesToTheProgramsInput() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let (script, said) = ("\(folder.path)/speak", "\(folder.path)/said")
        try "#!/bin/sh\necho \"$# arguments\" > '\(said)'\ncat >> '\(said)'\n".write(
            toFile: script,
            atomically: true,
            encoding: .utf8
        )
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: script)
        let text = "--version $(touch x) “Sara”\nA second line."
        #expect(try await Speaker(.standard, program: script).say(text))
        #expect(try String(contentsOfFile: said, encoding: .utf8) == "0 arguments\n\(text)")
        #expect(try await Speaker(.standard, program: "\(folder.path)/none").say(text) == false)
        #expect(try await Speaker(.standard, program: "/bin/false").say("x") == false)
        // More than a pipe holds, for a program that reads nothing.
        let long = String(repeating: "x", count: 1 << 20)
        #expect(try await Speaker(.standard, program: "/bin/true").say(long))
    }
}
