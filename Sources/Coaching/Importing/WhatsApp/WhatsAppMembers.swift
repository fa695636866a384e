import Domain

/// Maps names in the export to accounts.
struct WhatsAppMembers {
    /// Keyed by the lower-case name in the export.
    private(set) var emails: [String: String] = [:]
    private var accounts: [String] = []
    /// The names of people whose messages are left out, in lower case.
    private let skipped: Set<String>

    init(_ options: WhatsAppOptions) throws {
        skipped = Set(options.skip.map { WhatsAppContent.name($0).lowercased() })
        for member in options.members {
            let email: String
            do {
                email = try Validation.email(member.email)
            } catch {
                throw ImportFailure(line: nil, "the member '\(member.name)': \(error.message)")
            }
            guard emails.updateValue(email, forKey: WhatsAppContent.name(member.name).lowercased()) == nil else {
                throw ImportFailure(line: nil, "the member '\(member.name)' is given twice")
            }
            guard !isSkipped(member.name) else {
                throw ImportFailure(line: nil, "the member '\(member.name)' is to be skipped, too; decide")
            }
            if !accounts.contains(email) { accounts.append(email) }
        }
    }

    func isSkipped(_ name: String) -> Bool { skipped.contains(WhatsAppContent.name(name).lowercased()) }

    /// Whether the user said who that is.
    func isKnown(_ name: String) -> Bool { emails[name.lowercased()] != nil || skipped.contains(name.lowercased()) }

    /// Whether the user said nothing about anybody.
    var isEmpty: Bool { emails.isEmpty && skipped.isEmpty }

    /// Leaves out people who didn't write.
    /// - Parameter names: the senders' names in lower case.
    mutating func keepOnly(_ names: Set<String>) {
        emails = emails.filter { names.contains($0.key) }
        let writers = Set(emails.values)
        accounts.removeAll { !writers.contains($0) }
    }

    func chat(_ ref: String, named name: String?) throws -> ChatRecord {
        guard accounts.count >= 2 else {
            throw ImportFailure(
                line: nil,
                "name the chat's members and their accounts, two at least, such as \"Alex Rivera=alex@example.com\""
            )
        }
        guard accounts.count > 2 else { return ChatRecord(ref: ref, name: nil, members: accounts) }
        guard let name else { throw ImportFailure(line: nil, "a group needs a name; give it as the chat's name") }
        guard accounts.count <= Validation.groupSize.upperBound else {
            throw ImportFailure(line: nil, "a group has at most \(Validation.groupSize.upperBound) members")
        }
        do {
            return ChatRecord(
                ref: ref,
                name: try Validation.displayName(name, what: "group name"),
                members: accounts
            )
        } catch {
            throw ImportFailure(line: nil, error.message)
        }
    }
}
