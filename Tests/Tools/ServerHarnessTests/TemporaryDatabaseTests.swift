import ServerHarness
import Testing

@Suite struct TemporaryDatabaseTests {
    @Test(arguments: [
        ("postgres://me@db/postgres", "postgres://me@db/new"),
        ("postgresql://db1:5433,db2", "postgresql://db1:5433,db2/new"),
        ("postgres://spotter@/test1?host=/tmp/x&a=b", "postgres://spotter@/new?host=/tmp/x&a=b"),
    ])
    func onlyTheNameDiffers(server: String, expected: String) {
        #expect(TemporaryDatabase.address(of: "new", on: server) == expected)
    }
}
