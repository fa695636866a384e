import Contacts
import Domain
import Scheduling
import Storage

/// What the server fills into a text for one of a trainer's clients.
struct ClientValues {
    let name: String
    private let date: String

    /// - Throws: `not_found` if the user isn't a client of the trainer.
    init(
        of client: UserID,
        for trainer: UserID,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws {
        guard let name = try Contacts.clientName(client, of: trainer, on: connection) else {
            throw SpotterError.notFound("client")
        }
        self.name = name
        let clock = try LocalClock.of(client, on: connection) ?? .utc
        let day = clock.local(now).day.date
        let months = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ]
        let month = months.indices.contains(day.month - 1) ? months[day.month - 1] : ""
        date = "\(day.day) \(month) \(day.year)"
    }

    /// - Parameter slots: what the trainer fills in; it takes precedence.
    func merged(with slots: [String: String]) -> [String: String] {
        let first = name.split(separator: " ").first.map(String.init) ?? name
        return ["name": name, "first": first, "date": date].merging(slots) { $1 }
    }
}
