import ArgumentParser
import Domain
import Foundation
import SpotterAPI
import SpotterClient
import Terminal

struct AccountSetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Change your name, time zone, or what others may see.",
        discussion: """
            Who doesn't share read receipts or presence doesn't see those of others. `--timezone here` takes this \
            machine's time zone. By the locale 4/5 is a day in May or in April; `--locale usual` goes by the time zone.

            EXAMPLES
              spotter account set --name "Nina Berg"
              spotter account set --timezone Europe/Stockholm
              spotter account set --timezone here
              spotter account set --locale en-GB
              spotter account set --read-receipts off --presence off
            """
    )

    enum Sharing: String, ExpressibleByArgument, CaseIterable { case on, off }

    @OptionGroup var options: ClientOptions

    @Option(help: "Your name, as others see it.")
    var name: String?

    @Option(help: ArgumentHelp("An IANA name, or here.", valueName: "zone"))
    var timezone: String?

    @Option(help: ArgumentHelp("How you write dates: a language and a region, or usual.", valueName: "tag"))
    var locale: String?

    @Option(help: "Whether others see what you have read.")
    var readReceipts: Sharing?

    @Option(help: "Whether others see when you are there.")
    var presence: Sharing?

    func validate() throws {
        guard name != nil || timezone != nil || locale != nil || readReceipts != nil || presence != nil else {
            throw ValidationError("Say what to change: --name, --timezone, --locale, --read-receipts or --presence.")
        }
    }

    func run() async throws {
        try await ClientOutput.reporting {
            let client = try options.session()
            let profile = try await client.api.change(
                profile: UpdateProfileRequest(
                    displayName: name,
                    timezone: timezone == "here" ? TimeZone.current.identifier : timezone,
                    sharesReadReceipts: readReceipts.map { $0 == .on },
                    sharesPresence: presence.map { $0 == .on },
                    locale: locale.map { $0 == "usual" ? .cleared : .set($0) } ?? .unchanged
                )
            )
            // The log-in kept here shows the name, too.
            try? await client.api.refresh()
            try ClientOutput.profile(profile, json: options.json)
        }
    }
}
