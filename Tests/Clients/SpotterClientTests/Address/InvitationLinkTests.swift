import Domain
import SpotterClient
import Testing

@Suite struct InvitationLinkTests {
    @Test(arguments: [
        ("https://chat.example.com/invite/sp_i_Ab-9_x", "https://chat.example.com"),
        (" https://chat.example.com/spotter/invite/sp_i_abc\n", "https://chat.example.com/spotter"),
        ("http://127.0.0.1:8080/invite/sp_i_abc", "http://127.0.0.1:8080"),
        ("chat.example.com/invite/sp_i_abc", "https://chat.example.com"),
    ])
    func aLinkSaysServerAndCode(text: String, server: String) throws {
        let link = try #require(InvitationLink(text))
        #expect(link.server?.description == server)
        #expect(link.code.reveal().hasPrefix("sp_i_"))
    }

    @Test func aCodeSaysNoServer() throws {
        let link = try #require(InvitationLink("sp_i_abc"))
        #expect(link.server == nil && link.code.reveal() == "sp_i_abc")
    }

    @Test(arguments: [
        "", "sp_i_", "https://chat.example.com", "https://chat.example.com/invite/", "chat.example.com",
        "https://chat.example.com/invite/other", "https://chat.example.com/invite/sp_i_a/b", "/invite/sp_i_abc",
        "https://user@chat.example.com/invite/sp_i_abc", "sp_i_a b", "sp_i_a\u{1B}[2J",
        "https://chat.example.com/invite/sp_i_" + String(repeating: "a", count: 300),
    ])
    func otherTextIsNone(text: String) {
        #expect(InvitationLink(text) == nil)
    }
}
