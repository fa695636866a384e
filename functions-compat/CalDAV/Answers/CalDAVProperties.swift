import Domain
import Scheduling

/// The properties of what there is at a place.
struct CalDAVProperties: Sendable {
    let user: User
    let mayWrite: Bool
    /// Of the calendar, if it has been asked for.
    var token: CalendarSyncToken?
    var earliest: Timestamp?

    /// The markup within a property; `nil` if the place has none of it.
    func value(_ property: CalDAVAsked.Property, of place: CalDAVPlace, _ object: CalDAVResource? = nil) -> String? {
        switch (property.namespace, property.name) {
        case (XMLNamespace.dav, "resourcetype"): type(place)
        case (XMLNamespace.dav, "displayname"): XMLWriter.escaped(name(place, object))
        case (XMLNamespace.dav, "current-user-principal"), (XMLNamespace.dav, "principal-URL"): href(.principal)
        case (XMLNamespace.dav, "owner") where place == .calendar || place == .home || object != nil: href(.principal)
        case (XMLNamespace.dav, "principal-collection-set"): href(.root)
        case (XMLNamespace.dav, "current-user-privilege-set"): privileges
        case (XMLNamespace.dav, "supported-report-set"): place == .calendar ? Self.reports : ""
        case (XMLNamespace.calDAV, "calendar-home-set") where place == .principal || place == .root: href(.home)
        case (XMLNamespace.calDAV, "calendar-user-address-set") where place == .principal || place == .root:
            "<d:href>mailto:\(XMLWriter.escaped(user.email))</d:href>" + href(.principal)
        default: object.map { value(property, of: $0) } ?? (place == .calendar ? calendarValue(property) : nil)
        }
    }

    private func calendarValue(_ property: CalDAVAsked.Property) -> String? {
        switch (property.namespace, property.name) {
        case (XMLNamespace.calDAV, "supported-calendar-component-set"): #"<c:comp name="VEVENT"/>"#
        case (XMLNamespace.calDAV, "supported-calendar-data"):
            #"<c:calendar-data content-type="text/calendar" version="2.0"/>"#
        case (XMLNamespace.calDAV, "max-resource-size"): "\(CalendarObjects.maxObjectBytes)"
        case (XMLNamespace.calDAV, "max-attendees-per-instance"): "0"
        case (XMLNamespace.calDAV, "min-date-time"): earliest.map(CalDAVTime.text)
        case (XMLNamespace.calendarServer, "getctag"): token.map { "\"\($0.text)\"" }
        case (XMLNamespace.dav, "sync-token"): token.map(CalDAVTime.token)
        case (XMLNamespace.dav, "getcontenttype"): "text/calendar; component=VEVENT"
        default: nil
        }
    }

    private func value(_ property: CalDAVAsked.Property, of object: CalDAVResource) -> String? {
        switch (property.namespace, property.name) {
        case (XMLNamespace.dav, "getetag"): XMLWriter.escaped(object.etag)
        case (XMLNamespace.dav, "getcontenttype"): "text/calendar; charset=utf-8; component=VEVENT"
        case (XMLNamespace.dav, "getcontentlength"): object.document.map { "\($0.utf8.count)" }
        case (XMLNamespace.calDAV, "calendar-data"): object.document.map(XMLWriter.escaped)
        default: nil
        }
    }

    private func type(_ place: CalDAVPlace) -> String {
        switch place {
        case .object: ""
        case .calendar: "<d:collection/><c:calendar/>"
        case .principal: "<d:collection/><d:principal/>"
        case .root, .home: "<d:collection/>"
        }
    }

    private func name(_ place: CalDAVPlace, _ object: CalDAVResource?) -> String {
        switch place {
        case .object: object?.name ?? ""
        case .calendar: "Spotter"
        case .root, .principal, .home: user.displayName
        }
    }

    private func href(_ place: CalDAVPlace) -> String { "<d:href>\(place.path(of: user.id))</d:href>" }

    private var privileges: String {
        let names =
            ["read", "read-current-user-privilege-set"] + (mayWrite ? ["write-content", "bind", "unbind"] : [])
        return names.map { "<d:privilege><d:\($0)/></d:privilege>" }.joined()
    }

    private static let reports = ["<c:calendar-query/>", "<c:calendar-multiget/>", "<d:sync-collection/>"]
        .map { "<d:supported-report><d:report>\($0)</d:report></d:supported-report>" }.joined()
}
