import Storage
import Testing

@testable import PostgreSQLStorage

@Suite struct AddressTests {
    @Test func showsNeitherNameNorPassword() throws {
        let address = try PostgreSQLAddress("postgres://coach:s3cr%40t@db1:5433,db2/spotter?sslmode=require&password=x")
        #expect(address.description == "postgres://db1:5433,db2/spotter")
        #expect(try PostgreSQLAddress("postgresql:///spotter?host=/run").description == "postgres:///spotter")
    }

    /// A password that isn't escaped is read as other parts of the address, and told as such.
    @Test func noWordsOfTheLibraryShowThePassword() throws {
        let address = try PostgreSQLAddress("postgres://coach:pass@word@localhost/spotter")
        #expect(address.withoutPassword("no host \"word@localhost\", pass") == "no host \"…@localhost\", …")
        #expect(address.hasPassword)
        #expect(try !PostgreSQLAddress("postgres://coach@localhost:5432/spotter").hasPassword)
        for address in ["postgres://coach:pa?secret=1@h/d", "postgres://coach:pa@secret@h/d?x=1"] {
            #expect((try? PostgreSQLAddress(address))?.description ?? "postgres://h/d" == "postgres://h/d")
        }
    }

    @Test(arguments: ["host=db1", "/data/spotter.db", "postgres://[::1/d", "postgres://h/d?nonsense=1"])
    func othersAreRefused(text: String) {
        #expect(throws: StorageError.self) { try PostgreSQLAddress(text) }
    }
}
