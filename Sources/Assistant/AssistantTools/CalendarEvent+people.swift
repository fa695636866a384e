package import Domain
package import Retrieval
import Scheduling

extension CalendarEvent {
    package func isWith(_ person: KnownPerson) -> Bool {
        switch person.identity {
        case .user(let id): clientId == id || trainerId == id
        case .prospect(let id): prospectId == id
        case .group: false
        }
    }
}
