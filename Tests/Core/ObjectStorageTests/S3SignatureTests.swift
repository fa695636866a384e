import Domain
import Testing

@testable import ObjectStorage

/// The examples of Amazon's documentation of signatures in headers.
@Suite struct S3SignatureTests {
    struct Example: Sendable, CustomTestStringConvertible {
        var method = "GET"
        var path = "/"
        var query: [(name: String, value: String)] = []
        var headers: [(name: String, value: String)] = []
        var digest = S3Signature.noContent
        let names: String
        let signature: String
        var testDescription: String { "\(method) \(path) \(query.map(\.name))" }
    }

    static let examples = [
        Example(
            path: "/test.txt",
            headers: [("range", "bytes=0-9")],
            names: "host;range;x-amz-content-sha256;x-amz-date",
            signature: "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"
        ),
        Example(
            method: "PUT",
            path: "/test%24file.text",
            headers: [("date", "Fri, 24 May 2013 00:00:00 GMT"), ("x-amz-storage-class", "REDUCED_REDUNDANCY")],
            digest: "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072",
            names: "date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class",
            signature: "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"
        ),
        Example(
            query: [("lifecycle", "")],
            names: "host;x-amz-content-sha256;x-amz-date",
            signature: "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"
        ),
        Example(
            query: [("prefix", "J"), ("max-keys", "2")],
            names: "host;x-amz-content-sha256;x-amz-date",
            signature: "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"
        ),
    ]

    static let credentials = S3Credentials(
        id: "AKIAIOSFODNN7EXAMPLE",
        secret: Secret("wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")
    )

    @Test(arguments: examples) func requestsAreSignedAsAmazonDoes(example: Example) throws {
        let headers = S3Signature(credentials: Self.credentials, region: "us-east-1").headers(
            example.method,
            path: example.path,
            query: example.query,
            headers: example.headers + [("host", "examplebucket.s3.amazonaws.com")],
            digest: example.digest,
            at: try #require(Timestamp(rfc3339: "2013-05-24T00:00:00Z"))
        )
        #expect(
            headers.first { $0.name == "authorization" }?.value
                == "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, "
                + "SignedHeaders=\(example.names), Signature=\(example.signature)"
        )
    }

    @Test func aLentKeysTokenIsSigned() {
        let lent = S3Credentials(id: "a", secret: Secret("b"), token: Secret("lent"))
        let headers = S3Signature(credentials: lent, region: "us-east-1")
            .headers("GET", path: "/", headers: [("host", "store")], at: .earliest)
        #expect(headers.contains { $0 == ("x-amz-security-token", "lent") })
        #expect(headers.last?.value.contains("x-amz-date;x-amz-security-token") == true)
    }
}
