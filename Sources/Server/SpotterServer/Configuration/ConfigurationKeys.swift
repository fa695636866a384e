package import Configuration
import Domain
package import Foundation
import Synchronization

/// Refuses settings that the server doesn't know, so that a misspelt limit isn't a limit that nobody notices is missing.
///
/// The known keys are those that `ServerConfiguration` asks for when nothing is set, so a new one needs no entry here.
/// It must be asked for whatever the others say.
package enum ConfigurationKeys {
    /// `SPOTTER_…` variables of other commands, of tests and of scripts.
    private static let otherVariables: Set<String> = [
        "SPOTTER_ADMIN_TOKEN", "SPOTTER_ANSWERS", "SPOTTER_CA_CERTIFICATE", "SPOTTER_DEMO_PORT", "SPOTTER_KEY",
        "SPOTTER_MODEL_DIR", "SPOTTER_NAMES", "SPOTTER_NOW", "SPOTTER_OPEN", "SPOTTER_PASSWORD", "SPOTTER_PROFILE",
        "SPOTTER_SERVER", "SPOTTER_SPEAK", "SPOTTER_TOKEN",
    ]

    /// Every key that the server asks for, as `trusted.proxies`.
    package static let known: Set<String> = {
        let recorder = KeyRecorder()
        _ = try? ServerConfiguration(
            reader: ConfigReader(provider: InMemoryProvider(values: [:]), accessReporter: recorder)
        )
        return recorder.keys
    }()

    /// The first unknown setting, in words; `nil` if all are known.
    ///
    /// - Parameters:
    ///   - environment: the process's variables.
    ///   - file: the content of the configuration file, JSON.
    package static func fault(environment: [String: String], file: Data?, known: Set<String> = known) -> String? {
        let variables = Set(known.map(variable)).union(otherVariables)
        for name in environment.keys.sorted() where name.hasPrefix("SPOTTER_") && !variables.contains(name) {
            return "the variable \(name) is unknown\(suggestion(for: name, in: variables))"
        }
        guard let file, let values = try? JSONSerialization.jsonObject(with: file) as? [String: Any] else { return nil }
        for key in paths(of: values).sorted() where !known.contains(key) {
            return "the configuration file's key \(key) is unknown\(suggestion(for: key, in: known))"
        }
        return nil
    }

    /// As swift-configuration derives it: `limit.deviceRequests` is `SPOTTER_LIMIT_DEVICE_REQUESTS`.
    package static func variable(_ key: String) -> String {
        var name = "SPOTTER_"
        var before: Character?
        for character in key {
            if character.isUppercase, before?.isLowercase == true { name.append("_") }
            name += character.isLetter || character.isNumber ? character.uppercased() : "_"
            before = character
        }
        return name
    }

    private static func paths(of values: [String: Any], under prefix: String = "") -> [String] {
        values.flatMap { key, value in
            (value as? [String: Any]).map { paths(of: $0, under: prefix + key + ".") } ?? [prefix + key]
        }
    }

    private static func suggestion(for name: String, in names: Set<String>) -> String {
        guard let nearest = EditDistance.nearest(to: name, among: names) else {
            return "; spotter serve --help lists all"
        }
        return "; did you mean \(nearest)?"
    }
}

/// Notes each key that is asked for.
package final class KeyRecorder: AccessReporter {
    private let seen = Mutex<Set<String>>([])

    package init() {}

    package var keys: Set<String> { seen.withLock { $0 } }

    package func report(_ event: AccessEvent) {
        _ = seen.withLock { $0.insert(event.metadata.key.components.joined(separator: ".")) }
    }
}
