public import Domain

/// Finds a person among contacts and members of chats, by id, name or e-mail address. A unique prefix is enough.
///
///     let user = try PersonFinder.find("sara", chats: chats, contacts: contacts, me: me)
public enum PersonFinder {
    private struct Person {
        var label: String
        var names: Set<String>
    }

    /// "me" refers to the user.
    /// - Throws: `ChatFinder.Failure` if nobody or more than one person matches.
    public static func find(
        _ text: String,
        chats: [Chat],
        contacts: [Contact],
        me: User
    ) throws(ChatFinder.Failure) -> UserID {
        try match(text, chats: chats, contacts: contacts, me: me).user
    }

    /// The same, with the person's name, and whether only a part of it was given; see `NameMatch`.
    public static func match(
        _ text: String,
        chats: [Chat],
        contacts: [Contact],
        me: User
    ) throws(ChatFinder.Failure) -> (user: UserID, name: String, isGuess: Bool) {
        let wanted = text.trimmed.lowercased()
        if wanted == "me" { return (me.id, me.displayName, false) }
        var people = [me.id: Person(label: me.displayName, names: [me.displayName.lowercased(), me.email])]
        for member in chats.flatMap(\.members) {
            people[member.userId, default: Person(label: member.displayName, names: [])].names
                .insert(member.displayName.lowercased())
        }
        for contact in contacts {
            people[contact.userId, default: Person(label: "", names: [])].names
                .formUnion([contact.displayName.lowercased(), contact.email.lowercased()])
            people[contact.userId]?.label = "\(contact.displayName) <\(contact.email)>"
        }
        if let id = UserID(text), let person = people[id] { return (id, person.label, false) }
        let hits = NameMatch.best(text, among: people.sorted { $0.key < $1.key }) { Array($0.value.names) }
        guard let first = hits.first else { throw .nothing(text) }
        guard hits.count == 1 else { throw .ambiguous(text, candidates: hits.map(\.value.label)) }
        return (first.key, first.value.label, NameMatch.isGuess(text, names: Array(first.value.names)))
    }
}
