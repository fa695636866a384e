import ArgumentParser
import Domain
import SpotterAPI
import SpotterClient
import Terminal

/// A trainer's working hours and the usual lengths of events.
struct HoursCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hours",
        abstract: "Your working hours, and how long calls and trainings usually take.",
        discussion: """
            For trainers. Free times are found within them, and a proposal outside of them says so. Days that you don't \
            name are off.

            EXAMPLES
              spotter hours
              spotter hours mon-thu=07:00-20:00 fri=07:00-12:00,14:00-18:00
              spotter hours --training 45 --call 20
            """
    )

    @OptionGroup var options: ClientOptions

    @Argument(help: ArgumentHelp("Days and their hours, which replace all there were.", valueName: "days=hours"))
    var hours: [String] = []

    @Option(help: ArgumentHelp("How long a call takes.", valueName: "minutes"))
    var call: Int?

    @Option(help: ArgumentHelp("How long a training takes.", valueName: "minutes"))
    var training: Int?

    func run() async throws {
        try await ClientOutput.reporting {
            let client = try options.session()
            let isChange = !hours.isEmpty || call != nil || training != nil
            let settings =
                isChange
                ? try await client.api.change(
                    scheduling: UpdateSchedulingRequest(
                        workingHours: hours.isEmpty ? nil : try Self.workingHours(hours),
                        callMinutes: call,
                        trainingMinutes: training
                    )
                ) : try await client.api.scheduling()
            if options.json { return try ClientOutput.document(SchedulingSettingsResponse(scheduling: settings)) }
            ClientOutput.lines(Self.lines(settings))
        }
    }

    private static func workingHours(_ arguments: [String]) throws -> [String: String?] {
        var hours: [String: String?] = [:]
        for argument in arguments {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, hours.updateValue(parts[1] == "off" ? nil : parts[1], forKey: parts[0]) == nil
            else {
                throw ValidationError("Write each as days=hours, once, such as mon-fri=08:00-19:00 or sat=off.")
            }
        }
        return hours
    }

    private static func lines(_ settings: SchedulingSettings) -> [String] {
        let days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
        func order(_ key: String) -> Int { days.firstIndex(of: String(key.lowercased().prefix(3))) ?? days.count }
        return settings.workingHours.sorted { (order($0.key), $0.key) < (order($1.key), $1.key) }
            .map { "\(TerminalText.line($0.key))  \($0.value.map(TerminalText.line) ?? "off")" }
            + ["calls take \(settings.callMinutes) minutes, trainings \(settings.trainingMinutes)"]
    }
}
