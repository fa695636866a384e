public import ArgumentParser
public import Domain
import SpotterAPI
import SpotterClient
import Terminal

struct ProfileCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile",
        abstract: "What a client has said about themselves.",
        discussion: """
            Injuries, goals, equipment, preferences, travel and what goes on in life, from the client's messages to you; \
            with --add, --edit and --remove by hand. Messages don't change what you have changed. The client sees the \
            same, and may correct it: spotter profile

            EXAMPLES
              spotter profile
              spotter profile sara
              spotter profile sara --current --json | jq -r '.items[].text'
              spotter profile sara --add equipment "Two dumbbells of 10 kg"
              spotter profile sara --edit 1 "Half-marathon in Lund on 25 April"
              spotter profile sara --resolve 1
              spotter profile sara --remove 1
              spotter profile sara --rebuild
            """
    )

    @OptionGroup var options: ClientOptions
    @Option(
        help: ArgumentHelp(
            "Write something down: injuries, goals, equipment, preferences, travel or stressFactors.",
            valueName: "category"
        )
    )
    var add: ProfileItem.Category?
    @Option(help: ArgumentHelp("Correct the item of this number.", valueName: "number")) var edit: Int?
    @Option(help: ArgumentHelp("Note that the item of this number is over.", valueName: "number")) var resolve: Int?
    @Option(help: ArgumentHelp("Remove the item of this number; it doesn't come back.", valueName: "number"))
    var remove: Int?
    @Flag(help: "Read all of the client's messages again, in the background; what was done by hand stays.")
    var rebuild = false
    @Flag(help: "Only what holds now.") var current = false
    @Argument(help: "Which client; yourself if left out.", completion: .people) var who: String?
    @Argument(help: "The words of the item.") var text: [String] = []

    func validate() throws {
        let changes = [add != nil, edit != nil, resolve != nil, remove != nil, rebuild].count { $0 }
        guard changes <= 1 else {
            throw ValidationError("Use one of --add, --edit, --resolve, --remove and --rebuild.")
        }
        guard (add == nil && edit == nil) || !text.isEmpty else { throw ValidationError("Give the words of the item.") }
        guard changes == 0 || who != nil else { throw ValidationError("Which client?") }
    }

    func run() async throws {
        try await ClientOutput.reporting {
            let client = try options.session()
            guard let who else { return try await showOwn(client) }
            let person = try await client.contact(who)
            if rebuild {
                try await client.api.rebuildProfile(of: person.userId)
                TTY.printToStandardError(
                    "All messages of \(TerminalText.line(person.displayName)) are being read again."
                )
            }
            let profile = try await client.api.profile(of: person.userId)
            let shown = profile.items
            try await change(shown, of: person.userId, by: client)
            let isChanged = add != nil || edit != nil || resolve != nil || remove != nil
            let now = isChanged ? try await client.api.profile(of: person.userId) : profile
            let items = now.items.filter { !current || $0.status == .current }
            if options.json {
                return try ClientOutput.document(
                    ClientProfileResponse(
                        ClientProfile(
                            trainerId: client.me.id,
                            clientId: person.userId,
                            items: items,
                            reviewedAt: now.reviewedAt
                        )
                    )
                )
            }
            ClientOutput.lines(ProfileFormatter.lines(items, of: person.displayName))
        }
    }

    private func change(_ items: [ProfileItem], of person: UserID, by client: LoggedInClient) async throws {
        let words = text.joined(separator: " ")
        if let add {
            _ = try await client.api.addProfileItem(NewProfileItemRequest(category: add, text: words), to: person)
        } else if let edit {
            let request = UpdateProfileItemRequest(text: words)
            _ = try await client.api.change(profileItem: try item(edit, of: items).id, of: person, request)
        } else if let resolve {
            let request = UpdateProfileItemRequest(status: .resolved)
            _ = try await client.api.change(profileItem: try item(resolve, of: items).id, of: person, request)
        } else if let remove {
            try await client.api.delete(profileItem: try item(remove, of: items).id, of: person)
        }
    }

    private func item(_ number: Int, of items: [ProfileItem]) throws -> ProfileItem {
        guard items.indices.contains(number - 1) else {
            throw SpotterError.invalid("There is no item \(number); the list has \(items.count).")
        }
        return items[number - 1]
    }

    private func showOwn(_ client: LoggedInClient) async throws {
        let profiles = try await client.api.ownProfiles()
        if options.json { return try ClientOutput.document(OwnProfilesResponse(profiles: profiles)) }
        if profiles.isEmpty {
            return ClientOutput.lines(["Only clients have profiles; name one: spotter profile sara"])
        }
        let names = Dictionary(try await client.api.contacts().map { ($0.userId, $0.displayName) }) { one, _ in one }
        for profile in profiles {
            ClientOutput.lines(["What \(TerminalText.line(names[profile.trainerId] ?? "your trainer")) knows:"])
            ClientOutput.lines(
                ProfileFormatter.lines(profile.items.filter { !current || $0.status == .current }, of: "you")
            )
        }
    }
}

extension ProfileItem.Category: ExpressibleByArgument {}
