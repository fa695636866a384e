import ArgumentParser
import Domain
import SpotterAPI
import SpotterClient
import Terminal

struct TemplateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "template",
        abstract: "Texts that you send again and again.",
        discussion: """
            {name}, {first} and {date} in a text are filled for whoever gets it; other slots, such as {what}, when it's \
            sent: spotter broadcast --template check-in --slot what="the run" --to sara

            EXAMPLES
              spotter template new check-in "Hi {first}, how was {what}?"
              spotter template list
              spotter template show check-in sara --slot what="the run"
              spotter template edit check-in "Hello {first}, how was {what}?"
              spotter template delete check-in
            """,
        subcommands: [New.self, List.self, Show.self, Edit.self, Delete.self]
    )

    struct New: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "new",
            abstract: "Store a text.",
            discussion: """
                EXAMPLES
                  spotter template new check-in "Hi {first}, how was {what}?"
                """
        )

        @OptionGroup var options: ClientOptions
        @Argument(help: "Its name.") var name: String
        @Argument(help: "The text.") var text: [String]

        func run() async throws {
            try await ClientOutput.reporting {
                let client = try options.session()
                let text = text.joined(separator: " ")
                let made = try await client.api.createTemplate(name: name, text: text)
                try TemplateCommand.show(made, options)
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "Your templates.",
            discussion: """
                EXAMPLES
                  spotter template list
                """
        )

        @OptionGroup var options: ClientOptions

        func run() async throws {
            try await ClientOutput.reporting {
                let list = try await options.session().api.templates()
                if options.json { return try ClientOutput.document(TemplatesResponse(templates: list)) }
                if list.isEmpty { return ClientOutput.lines(["No templates yet: spotter template new NAME TEXT"]) }
                ClientOutput.lines(list.map { "\(TerminalText.line($0.name)): \(TerminalText.line($0.text))" })
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "What a client would get.",
            discussion: """
                EXAMPLES
                  spotter template show check-in sara --slot what="the run"
                """
        )

        @OptionGroup var options: ClientOptions
        @Option(help: ArgumentHelp("Fill a slot; may be given several times.", valueName: "name=value"))
        var slot: [String] = []
        @Argument(help: "Which template.") var name: String
        @Argument(help: "For which client.", completion: .people) var who: String

        func run() async throws {
            try await ClientOutput.reporting {
                let client = try options.session()
                let template = try await TemplateCommand.find(name, client)
                let person = try await client.contact(who)
                let text = try await client.api.render(
                    template: template.id,
                    for: person.userId,
                    slots: try TemplateCommand.slots(slot)
                )
                if options.json { return try ClientOutput.document(RenderedTextResponse(text: text)) }
                ClientOutput.lines(text.split(separator: "\n").map { TerminalText.line(String($0)) })
            }
        }
    }

    struct Edit: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit",
            abstract: "Replace a template's text.",
            discussion: """
                EXAMPLES
                  spotter template edit check-in "Hello {first}, how was {what}?"
                """
        )

        @OptionGroup var options: ClientOptions
        @Option(help: "Its new name.") var rename: String?
        @Argument(help: "Which template.") var name: String
        @Argument(help: "The new text.") var text: [String] = []

        func run() async throws {
            try await ClientOutput.reporting {
                let client = try options.session()
                let template = try await TemplateCommand.find(name, client)
                let text = text.isEmpty ? nil : text.joined(separator: " ")
                let request = UpdateTemplateRequest(name: rename, text: text)
                try TemplateCommand.show(try await client.api.change(template: template.id, request), options)
            }
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete",
            abstract: "Delete a template.",
            discussion: """
                EXAMPLES
                  spotter template delete check-in
                """
        )

        @OptionGroup var options: ClientOptions
        @Argument(help: "Which template.") var name: String

        func run() async throws {
            try await ClientOutput.reporting {
                let client = try options.session()
                let template = try await TemplateCommand.find(name, client)
                try await client.api.delete(template: template.id)
                if options.json { return try ClientOutput.document(["deleted": template.id.description]) }
                ClientOutput.lines(["Deleted \(TerminalText.line(template.name))."])
            }
        }
    }

    // MARK: Lookup and output

    static func find(_ text: String, _ client: LoggedInClient) async throws -> MessageTemplate {
        let templates = try await client.api.templates()
        return try finding("template", listedBy: "spotter template list") {
            try NameMatch.first(text, in: templates, named: { [$0.name, $0.id.description] })
        }
    }

    /// `name=value`, each.
    static func slots(_ texts: [String]) throws -> [String: String] {
        var slots: [String: String] = [:]
        for text in texts {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { String($0) }
            guard parts.count == 2, !parts[0].isEmpty else {
                throw ValidationError("--slot takes a name and a value: --slot what=\"the run\".")
            }
            slots[parts[0]] = parts[1]
        }
        return slots
    }

    private static func show(_ template: MessageTemplate, _ options: ClientOptions) throws {
        if options.json { return try ClientOutput.document(TemplateResponse(template: template)) }
        let slots = template.slots.isEmpty ? "" : "  (slots: \(template.slots.joined(separator: ", ")))"
        ClientOutput.lines(["\(TerminalText.line(template.name)): \(TerminalText.line(template.text))\(slots)"])
    }
}

extension LoggedInClient {
    /// A contact by name, address or id.
    func contact(_ text: String) async throws -> Contact {
        try NameMatch.contact(text, in: try await api.contacts()).element
    }
}
