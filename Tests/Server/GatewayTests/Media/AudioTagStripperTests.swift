import Domain
import MediaTestKit
import ServerTestKit
import TestSupport
import Testing

/// What a server does with the tags of a recording.
@Suite(.standardTimeLimit) struct AudioTagStripperTests {
    @Test func m4aLosesItsBoxes() async throws {
        try await TestServer.run { server in
            let sara = try await server.register("Sara", role: .client)
            var bytes = VideoFixture.phone()
            let brand = try #require(bytes.firstRange(of: Array("ftyp".utf8)))
            bytes.replaceSubrange(brand.upperBound..<brand.upperBound + 4, with: "M4A ".utf8)
            let uploaded = try await server.upload(bytes, name: "walk.m4a", id: "1", as: sara)
            #expect(uploaded.status == 201)
            let content = try await server.request("GET", "/v1/media/\(uploaded.mediaId)/content", as: sara)
            let served = [UInt8](content.body)
            #expect(served.count == bytes.count && served != bytes)
            #expect(bytes.contains(Array("©xyz".utf8)) || bytes.contains([0xA9, 0x78, 0x79, 0x7A]))
            #expect(!served.contains([0xA9, 0x78, 0x79, 0x7A]))
            let damaged = Array(bytes.prefix(64))
            #expect(try await server.upload(damaged, name: "walk.m4a", id: "2", as: sara).status == 400)
        }
    }
}
