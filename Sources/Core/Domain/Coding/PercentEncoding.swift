import Foundation

/// Percent-encoding of text for a path segment or a query value of a URL.
///
/// ```swift
/// PercentEncoding.encode("a b/ü")  // a%20b%2F%C3%BC
/// ```
public enum PercentEncoding {
    /// Encodes everything but RFC 3986 §2.3's unreserved characters, which is more than every URL needs.
    public static func encode(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    )
}
