import ArgumentParser
import Domain
import SpotterAPI
import SpotterClient
import Terminal

struct AccountNotificationsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notifications",
        abstract: "Where you are told of messages while you aren't here: ntfy, mail, webhooks, browsers.",
        discussion: """
            What this machine subscribes ends with its log-in. The text of messages goes along only with --preview. \
            Browsers subscribe in the web app's settings. Quiet hours: `spotter schedule quiet`.

            EXAMPLES
              spotter account notifications
              spotter account notifications --ntfy alex-k3v9 --preview
              spotter account notifications --mail
              spotter account notifications --webhook https://example.com/hook
              spotter account notifications --test 1
              spotter account notifications --remove 1
            """
    )

    @OptionGroup var options: ClientOptions

    @Option(help: ArgumentHelp("Publish to this topic of the server's ntfy.", valueName: "topic"))
    var ntfy: String?

    @Option(help: ArgumentHelp("Post to this address, signed.", valueName: "url"))
    var webhook: String?

    @Flag(help: "Send mail to the account's address.")
    var mail = false

    @Flag(help: "With a new one: what was written goes along.")
    var preview = false

    @Option(help: ArgumentHelp("Send a test to this number of the list.", valueName: "number"))
    var test: Int?

    @Option(help: ArgumentHelp("End this number of the list.", valueName: "number"))
    var remove: Int?

    func validate() throws {
        let wanted = [ntfy != nil, webhook != nil, mail, test != nil, remove != nil].count { $0 }
        guard wanted <= 1 else {
            throw ValidationError("Give one of --ntfy, --webhook, --mail, --test and --remove.")
        }
        guard !preview || new != nil else { throw ValidationError("--preview goes with --ntfy, --webhook or --mail.") }
    }

    private var new: NewSubscription? {
        if let ntfy { return NewSubscription(kind: .ntfy, topic: ntfy, preview: preview) }
        if let webhook { return NewSubscription(kind: .webhook, url: webhook, preview: preview) }
        return mail ? NewSubscription(kind: .mail, preview: preview) : nil
    }

    func run() async throws {
        try await ClientOutput.reporting {
            let api = try options.session().api
            if let new { return try show(try await api.subscribe(new)) }
            let known = try await api.subscriptions()
            if let test { return try show(try await api.test(try Self.chosen(test, known).id)) }
            guard let remove else { return try show(known) }
            try await api.unsubscribe(try Self.chosen(remove, known).id)
            try show(try await api.subscriptions())
        }
    }

    private static func chosen(_ number: Int, _ known: SubscriptionsResponse) throws -> Subscription {
        guard known.subscriptions.indices.contains(number - 1) else {
            throw ValidationError("There's no number \(number); `spotter account notifications` lists them.")
        }
        return known.subscriptions[number - 1]
    }

    private func show(_ added: SubscriptionResponse) throws {
        if options.json { return try ClientOutput.document(added) }
        let target = TerminalText.line(added.subscription.target)
        ClientOutput.lines(["You're told by \(added.subscription.kind.rawValue) at \(target)."])
        guard let secret = added.secret else { return }
        TTY.printToStandardError("This is the only time that the key which signs the requests is shown:")
        ClientOutput.lines([secret.reveal()])
    }

    private func show(_ result: NotificationTestResult) throws {
        if options.json { try ClientOutput.document(result) }
        if let error = result.error { throw ClientError.unexpectedAnswer("the test didn't arrive: \(error)") }
        if !options.json { ClientOutput.lines(["The test was delivered."]) }
    }

    private func show(_ known: SubscriptionsResponse) throws {
        if options.json { return try ClientOutput.document(known) }
        let lines = zip(1..., known.subscriptions).map { number, subscription in
            let target = TerminalText.line(subscription.target)
            let text = subscription.preview ? ", with the text" : ""
            let state = subscription.disabledAt == nil ? "" : ", switched off after failures; --test switches it on"
            return "\(number)  \(subscription.kind.rawValue)  \(target)\(text)\(state)"
        }
        let kinds = known.kinds.map(\.rawValue).joined(separator: ", ")
        let none = kinds.isEmpty ? "This server sends none." : "Nothing yet. This server has: \(kinds)."
        ClientOutput.lines(lines.isEmpty ? [none] : lines)
    }
}
