import Configuration
import Foundation
import Notifications
import TestSupport
import Testing

@testable import SpotterServer

@Suite struct ConfigurationKeysTests {
    @Test(arguments: [
        ("SPOTTER_LIMIT_MESAGES", "SPOTTER_LIMIT_MESSAGES"), ("SPOTTER_PROT", "SPOTTER_PORT"),
        ("SPOTTER_TRUSTED_PROXY", "SPOTTER_TRUSTED_PROXIES"), ("SPOTTER_LLM_APIKEY", "SPOTTER_LLM_API_KEY"),
    ])
    func anUnknownVariableIsRefusedWithTheNearest(name: String, nearest: String) {
        let fault = ConfigurationKeys.fault(environment: [name: "1", "PATH": "/bin"], file: nil)
        #expect(fault == "the variable \(name) is unknown; did you mean \(nearest)?")
    }

    @Test func anUnknownKeyOfTheFileIsRefused() {
        let file = Data(#"{"port": 1, "limit": {"messages": "off", "serches": "off"}}"#.utf8)
        #expect(
            ConfigurationKeys.fault(environment: [:], file: file)
                == "the configuration file's key limit.serches is unknown; did you mean limit.searches?"
        )
        let far = Data(#"{"entirelyDifferent": 1}"#.utf8)
        #expect(
            ConfigurationKeys.fault(environment: [:], file: far)
                == "the configuration file's key entirelyDifferent is unknown; spotter serve --help lists all"
        )
    }

    @Test func knownOnesAndThoseOfOtherCommandsAreTaken() {
        var environment = [
            "SPOTTER_ADMIN_TOKEN": "x", "SPOTTER_SERVER": "x", "SPOTTERY": "x", "SPOTTER_MODEL_DIR": "x",
            "SPOTTER_PROFILE": "x", "SPOTTER_OPEN": "x", "SPOTTER_SPEAK": "x", "SPOTTER_KEY": "x",
        ]
        for key in ConfigurationKeys.known { environment[ConfigurationKeys.variable(key)] = "x" }
        #expect(
            ConfigurationKeys.fault(environment: environment, file: Data(#"{"limit": {"queuedBytes": 1}}"#.utf8)) == nil
        )
        #expect(ConfigurationKeys.variable("limit.deviceRequests") == "SPOTTER_LIMIT_DEVICE_REQUESTS")
        #expect(ConfigurationKeys.variable("llm.api.key") == "SPOTTER_LLM_API_KEY")
    }

    /// A key that is only asked for if another is set would be refused without it.
    @Test func everyKeyIsAskedForWhateverTheOthersSay() throws {
        let recorder = KeyRecorder()
        let values: [AbsoluteConfigKey: ConfigValue] = [
            "embedding.base.url": "http://127.0.0.1:1", "embedding.model": "m", "embedding.api.key": "k",
            "llm.base.url": "http://127.0.0.1:1", "llm.model": "m", "notification.ntfy.url": "https://ntfy.example.com",
            "notification.smtp.host": "mail.example.com", "notification.smtp.from": "a@example.com",
            "notification.smtp.user": "u", "notification.smtp.password": "p", "tls.certificate": "c", "tls.key": "k",
            "limit.sockets": 9, "now": "2026-03-11T13:15:00Z", "metrics.address": "127.0.0.1:1", "log.format": "json",
        ]
        let reader = ConfigReader(provider: InMemoryProvider(values: values), accessReporter: recorder)
        let configuration = try ServerConfiguration(reader: reader)
        #expect(configuration.embedding.remote != nil && configuration.notifications.smtp != nil)
        #expect(recorder.keys == ConfigurationKeys.known)
        #expect(recorder.keys.count > 50)
    }

    /// Every flag of `spotter serve` sets a key that the server asks for.
    @Test func everyFlagSetsAKnownKey() throws {
        let root = Repository.root.appending(path: "Sources/Clients/spotter/Server")
        var flags: Set<String> = []
        for file in try FileManager.default.contentsOfDirectory(at: root, includingPropertiesForKeys: nil) {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: /flags\.set\("([^"]+)"/) { flags.insert(String(match.1)) }
        }
        #expect(flags.count > 30)
        #expect(flags.subtracting(ConfigurationKeys.known) == [])
    }
}
