/// The properties that a request asks for, each once, and how an answer names them.
struct CalDAVAsked: Sendable {
    static let maxProperties = 64

    struct Property: Sendable, Hashable {
        let namespace: String
        let name: String
        /// In the answer: with a prefix that its document declares.
        let tag: String
    }

    let properties: [Property]
    /// The declarations of namespaces that are a request's own, for the document's element: so each is there once, however
    /// many properties of it are asked for, and of however many resources.
    let declarations: String

    /// - Returns: `nil` if there are more than one request may ask for.
    init?(_ elements: [XMLElement]) {
        var seen: Set<[String]> = []
        let distinct = elements.filter { seen.insert([$0.namespace, $0.name]).inserted }
        guard distinct.count <= Self.maxProperties else { return nil }
        var prefixes = Dictionary(XMLNamespace.prefixes.map { ($0.namespace, $0.prefix) }) { first, _ in first }
        var (properties, declarations) = ([Property](), "")
        for element in distinct {
            let name = XMLWriter.escaped(element.name)
            var tag = name
            // Without a namespace there is no prefix.
            if !element.namespace.isEmpty {
                var prefix = prefixes[element.namespace] ?? ""
                if prefix.isEmpty {
                    prefix = "x\(prefixes.count)"
                    prefixes[element.namespace] = prefix
                    declarations += " xmlns:\(prefix)=\"\(XMLWriter.escaped(element.namespace))\""
                }
                tag = "\(prefix):\(name)"
            }
            properties.append(Property(namespace: element.namespace, name: element.name, tag: tag))
        }
        (self.properties, self.declarations) = (properties, declarations)
    }

    /// Whether any of them is of the document itself.
    var needsDocuments: Bool {
        properties.contains { property in
            switch (property.namespace, property.name) {
            case (XMLNamespace.calDAV, "calendar-data"), (XMLNamespace.dav, "getcontentlength"): true
            default: false
            }
        }
    }

    /// What `allprop` names, and requests without a body.
    static let usual = [
        "resourcetype", "displayname", "current-user-principal", "owner", "current-user-privilege-set",
        "supported-report-set", "getetag", "getcontenttype", "getcontentlength", "sync-token",
    ].map { XMLElement(namespace: XMLNamespace.dav, name: $0) }
}
