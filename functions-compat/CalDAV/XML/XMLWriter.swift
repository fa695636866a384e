/// Writes the XML of answers, with the prefixes of WebDAV and CalDAV.
struct XMLWriter {
    private(set) var text = #"<?xml version="1.0" encoding="utf-8"?>"# + "\n"

    /// What the document's element declares.
    static let namespaces =
        #" xmlns:d="\#(XMLNamespace.dav)" xmlns:c="\#(XMLNamespace.calDAV)""#
        + #" xmlns:cs="\#(XMLNamespace.calendarServer)" xmlns:s="\#(XMLNamespace.spotter)""#

    mutating func root(_ tag: String, _ body: (inout XMLWriter) -> Void) {
        text += "<\(tag)\(Self.namespaces)>"
        body(&self)
        text += "</\(tag)>\n"
    }

    mutating func element(_ tag: String, _ body: (inout XMLWriter) -> Void) {
        text += "<\(tag)>"
        body(&self)
        text += "</\(tag)>"
    }

    mutating func element(_ tag: String, text value: String) { text += "<\(tag)>\(Self.escaped(value))</\(tag)>" }

    mutating func empty(_ tag: String) { text += "<\(tag)/>" }

    /// An element of any namespace, without content.
    mutating func empty(_ element: XMLElement) {
        text += "<x:\(element.name) xmlns:x=\"\(Self.escaped(element.namespace))\"/>"
    }

    /// Markup that is already written.
    mutating func raw(_ markup: String) { text += markup }

    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            // A reader would make a line feed of it.
            case "\r": escaped += "&#13;"
            case "\t", "\n": escaped.unicodeScalars.append(scalar)
            // XML has no other control characters.
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: continue
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
