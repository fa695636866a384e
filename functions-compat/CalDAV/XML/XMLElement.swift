/// An element of an XML document, with its namespace.
struct XMLElement: Sendable, Hashable {
    /// The namespace and the local name: `DAV:` and `prop`.
    let namespace: String
    let name: String
    var attributes: [String: String] = [:]
    var children: [XMLElement] = []
    var text = ""

    func child(_ name: String) -> XMLElement? { children.first { $0.name == name } }
    func all(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }
}

/// Namespaces of WebDAV and CalDAV.
enum XMLNamespace {
    static let dav = "DAV:"
    static let calDAV = "urn:ietf:params:xml:ns:caldav"
    static let calendarServer = "http://calendarserver.org/ns/"
    /// Of our own preconditions.
    static let spotter = "urn:spotter:dav"

    /// The prefixes that every answer declares.
    static let prefixes: [(prefix: String, namespace: String)] = [
        ("d", dav), ("c", calDAV), ("cs", calendarServer), ("s", spotter),
    ]
}
