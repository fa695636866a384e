import Storage
import Testing

@testable import PostgreSQLStorage

@Suite struct AddressTests {
    @Test func showsNeitherNameNorPassword() throws {
        let address = try PostgreSQLAddress("postgres://coach:s3cr%40t@db1:5433,db2/spotter?sslmode=require&password=x")
        #expect(address.description == "postgres://db1:5433,db2/spotter")
        #expect(try PostgreSQLAddress("postgresql:///spotter?host=/run").description == "postgres:///spotter")
    }

    @Test(arguments: ["host=db1", "/data/spotter.db", "postgres://[::1/d", "postgres://h/d?nonsense=1"])
    func othersAreRefused(text: String) {
        #expect(throws: StorageError.self) { try PostgreSQLAddress(text) }
    }
}
