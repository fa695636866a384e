import Foundation

/// Tells addresses that may be shown as a source from those that could lead a reader's browser into a private network.
package enum PublicAddress {
    /// Top-level names that never lead to the public web.
    private static let privateNames: Set<String> = [
        "local", "localhost", "internal", "intranet", "lan", "home", "corp", "arpa", "test", "invalid", "example",
        "onion",
    ]

    /// The host of an http or https address, in lower case. `nil` for any other address: with a user or a password, a
    /// number for its host, a name without a dot, or characters that readers understand differently.
    package static func host(of address: String) -> String? {
        guard address.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !"\\\"<>^`{|}".utf8.contains($0) }),
            let parts = URLComponents(string: address), let scheme = parts.scheme?.lowercased(),
            ["http", "https"].contains(scheme), parts.user == nil, parts.password == nil, parts.port == nil,
            let host = parts.encodedHost?.lowercased()
        else { return nil }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count > 1, host.utf8.count <= 253, labels.allSatisfy(isLabel), let top = labels.last,
            top.contains(where: \.isLetter), !privateNames.contains(String(top))
        else { return nil }
        return host
    }

    private static func isLabel(_ label: Substring) -> Bool {
        (1...63).contains(label.count) && label.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    }
}
