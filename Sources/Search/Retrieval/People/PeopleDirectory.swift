import Contacts
package import Domain
import Messaging
package import Storage

/// All people whom a user currently knows: contacts, prospects, and members of shared chats.
///
/// Names in questions and requests refer only to these people, so that a stranger's name and an invented one give the
/// same answer.
package struct PeopleDirectory: Sendable {
    /// By name.
    package let people: [KnownPerson]
    /// The groups that the user is in, by name.
    package let groups: [KnownPerson]

    package init(people: [KnownPerson], groups: [KnownPerson]) {
        self.people = people
        self.groups = groups
    }

    package init(of actor: Actor, on connection: any SQLConnection) throws {
        let known = try KnownPeople(of: actor, on: connection)
        let prospects = actor.role == .trainer ? try Prospect.open(of: actor.userId, on: connection) : []
        let all = known.people.map { KnownPerson($0, for: actor) } + prospects.map(KnownPerson.init)
        people = all.sorted { ($0.name, $0.idText) < ($1.name, $1.idText) }
        groups = known.groups.map { KnownPerson(identity: .group($0.id), name: $0.name, subtitle: "Group") }
    }

    package func person(_ identity: KnownPerson.Identity) -> KnownPerson? { people.first { $0.identity == identity } }
}

extension KnownPerson {
    fileprivate init(_ person: KnownPeople.Person, for actor: Actor) {
        let companion = person.sharedGroupName.map { "In \($0)" } ?? "Direct chat"
        self.init(
            identity: .user(person.user.id),
            name: person.user.displayName,
            subtitle: person.isContact ? person.user.email : companion,
            // As their address: only contacts are shown it.
            timezone: person.isContact ? person.user.timezone : nil,
            isOwn: actor.role == .trainer && person.isContact,
            chat: person.directChat
        )
    }

    fileprivate init(_ prospect: Prospect) {
        self.init(
            identity: .prospect(prospect.id),
            name: prospect.displayName,
            subtitle: prospect.timezone.map { "Prospect, \($0)" } ?? "Prospect",
            timezone: prospect.timezone,
            isOwn: true
        )
    }
}
