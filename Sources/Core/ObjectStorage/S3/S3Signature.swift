import Crypto
import Domain
import Foundation

/// A request's signature of AWS, version 4, in its headers.
///
/// <https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html>
struct S3Signature: Sendable {
    /// The SHA-256 of no bytes.
    static let noContent = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

    let credentials: S3Credentials
    let region: String

    /// The headers to send: those given, and those that sign them.
    /// - Parameters:
    ///   - path: as it is sent, percent-encoded.
    ///   - query: names and values as they are, in any order.
    ///   - headers: with lower-case names, `host` among them.
    ///   - digest: the body's SHA-256 in hexadecimal digits.
    func headers(
        _ method: String,
        path: String,
        query: [(name: String, value: String)] = [],
        headers: [(name: String, value: String)],
        digest: String = noContent,
        at now: Timestamp
    ) -> [(name: String, value: String)] {
        // 2013-05-24T00:00:00.000Z as 20130524T000000Z.
        let time = String(now.description.prefix(19).filter { $0 != "-" && $0 != ":" }) + "Z"
        var headers = headers + [("x-amz-content-sha256", digest), ("x-amz-date", time)]
        if let token = credentials.token { headers.append(("x-amz-security-token", token.reveal())) }
        let sorted = headers.sorted { $0.name < $1.name }
        let names = sorted.map(\.name).joined(separator: ";")
        let request = [
            method, path, Self.query(query), sorted.map { "\($0.name):\($0.value)\n" }.joined(), names, digest,
        ].joined(separator: "\n")
        let scope = "\(time.prefix(8))/\(region)/s3/aws4_request"
        let text = "AWS4-HMAC-SHA256\n\(time)\n\(scope)\n" + Hexadecimal.encode(SHA256.hash(data: Data(request.utf8)))
        var key = SymmetricKey(data: Data("AWS4\(credentials.secret.reveal())".utf8))
        for part in scope.split(separator: "/") { key = SymmetricKey(data: Self.code(String(part), key)) }
        let signature = Hexadecimal.encode(Self.code(text, key))
        headers.append(
            (
                "authorization",
                "AWS4-HMAC-SHA256 Credential=\(credentials.id)/\(scope), SignedHeaders=\(names), Signature=\(signature)"
            )
        )
        return headers
    }

    /// A query as it is signed and sent.
    static func query(_ items: [(name: String, value: String)]) -> String {
        items.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }.sorted()
            .joined(separator: "&")
    }

    private static func code(_ text: String, _ key: SymmetricKey) -> HMAC<SHA256>.MAC {
        HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key)
    }
}
