import Testing

/// A module's tests are built without the server above it, so that a changed line is tested within seconds.
@Suite struct ServerlessTests {
    /// Below these folders a whole server is tested.
    private static let withServer = ["Tests/Server/", "Tests/EndToEndTests/"]

    @Test func onlyTestsOfAServerLinkOne() throws {
        let violations = try SourceTree.tests().files.filter { file in
            Self.linksServer(file.text) && !Self.withServer.contains { file.path.hasPrefix($0) }
        }
        #expect(violations.isEmpty, "\(violations.map(\.path).sorted())")
    }

    @Test(arguments: [
        ("import SpotterServer\n", true), ("@testable import SpotterServer\n", true), ("import ServerTestKit\n", true),
        ("package import SpotterServer\n", true), ("import ServerHarness\n", false),
        ("// import SpotterServer\n", false),
    ])
    func importsAreRecognised(text: String, linksServer: Bool) {
        #expect(Self.linksServer(text) == linksServer)
    }

    private static func linksServer(_ text: String) -> Bool {
        text.contains(/(?m)^(?:@testable |public |package )?import (?:SpotterServer|ServerTestKit)$/)
    }
}
