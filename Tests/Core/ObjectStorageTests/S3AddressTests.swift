import Domain
import Testing

@testable import ObjectStorage

@Suite struct S3AddressTests {
    @Test func anAddressOfAmazonNeedsABucketOnly() throws {
        let address = try S3Address("s3://media")
        #expect(address.origin + address.path("a") == "https://s3.us-east-1.amazonaws.com/media/a")
        #expect(address.prefix.isEmpty && address.region == "us-east-1")
    }

    @Test func otherStoresAreNamedByTheirEndpoint() throws {
        let address = try S3Address("s3://media/team/files/?endpoint=http://127.0.0.1:9000/&region=eu-central-1")
        #expect(address.prefix == "team/files/")
        #expect(address.host == "127.0.0.1:9000")
        #expect(address.origin + address.path("") == "http://127.0.0.1:9000/media")
        #expect("\(address)" == "s3://media/team/files at http://127.0.0.1:9000")
    }

    @Test func theBucketMayBeInTheHost() throws {
        let address = try S3Address("s3://media?endpoint=https://store.example:443&bucket-in=host")
        #expect(address.host == "media.store.example")
        #expect(address.origin + address.path("a/b") == "https://media.store.example/a/b")
    }

    @Test(
        arguments: [
            "media", "https://media", "s3://", "s3://AB", "s3://a", "s3://media:90", "s3://key:secret@media",
            "s3://media/a%20b", "s3://media/../other", "s3://media?region=EU", "s3://media?region=",
            "s3://media?zone=eu", "s3://media?region=eu&region=us", "s3://media?endpoint=store.example",
            "s3://media?endpoint=https://store/path",
            "s3://media?bucket-in=url",
        ]
    ) func whatCannotBeAnAddressIsRefused(text: String) {
        #expect(throws: S3Address.Fault.self) { try S3Address(text) }
    }

    @Test func credentialsComeFromVariablesOrAFile() throws {
        let variables = ["AWS_ACCESS_KEY_ID": "id", "AWS_SECRET_ACCESS_KEY": "secret"]
        let found = try #require(S3Credentials(environment: variables))
        #expect(found.id == "id" && found.secret.reveal() == "secret" && found.token == nil)
        #expect(!"\(found)".contains("secret\""), "a secret is never printed")
        #expect(S3Credentials(environment: ["AWS_ACCESS_KEY_ID": "id", "AWS_SECRET_ACCESS_KEY": ""]) == nil)
        let file = """
            # of the storage account
            [other]
            aws_access_key_id = wrong
            [default]
            aws_access_key_id = id
            aws_secret_access_key=se=cret
            """
        let read = try #require(S3Credentials(file: file))
        #expect(read.id == "id" && read.secret.reveal() == "se=cret")
        #expect(S3Credentials(file: "aws_access_key_id = id") == nil)
        #expect(S3Credentials(file: "aws_access_key_id = i\u{7}d\naws_secret_access_key = a") == nil)
    }
}
