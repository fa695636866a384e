import AsyncHTTPClient
import Domain
import Foundation
import Messaging
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import ServerTestKit
import SpotterServer
import Storage
import Testing

@testable import SpotterServer

extension TestServer {
    /// One request with bytes and headers of any kind.
    func send(
        _ method: String,
        _ path: String,
        as user: TestUser?,
        headers: [String: String] = [:],
        body: HTTPClientRequest.Body? = nil
    ) async throws -> RESTResponse {
        var request = HTTPClientRequest(url: baseURL + path)
        request.method = HTTPMethod(rawValue: method)
        if let user { request.headers.add(name: "Authorization", value: "Bearer \(user.accessToken.reveal())") }
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        request.body = body
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
        return RESTResponse(
            status: Int(response.status.code),
            headers: Dictionary(response.headers.map { ($0.name.lowercased(), $0.value) }) { first, _ in first },
            bytes: try await response.body.collect(upTo: 64 << 20)
        )
    }

    func begin(
        _ id: String,
        size: Int,
        name: String = "notes.txt",
        as user: TestUser
    ) async throws -> RESTResponse {
        try await request(
            "POST",
            "/v1/media",
            as: user,
            json: ["clientMediaId": id, "fileName": name, "size": size, "mimeType": "text/html"]
        )
    }

    func add(_ bytes: [UInt8], to id: String, at offset: Int, as user: TestUser) async throws -> RESTResponse {
        try await send(
            "PATCH",
            "/v1/media/\(id)",
            as: user,
            headers: ["Upload-Offset": "\(offset)", "Content-Type": "application/octet-stream"],
            body: .bytes(ByteBuffer(bytes: bytes))
        )
    }

    /// A whole file at once; its media as JSON.
    @discardableResult
    func upload(_ bytes: [UInt8], name: String, id: String, as user: TestUser) async throws -> RESTResponse {
        let escaped = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return try await send(
            "POST",
            "/v1/media?clientMediaId=\(id)&fileName=\(escaped)",
            as: user,
            headers: ["Content-Type": "image/svg+xml"],
            body: .bytes(ByteBuffer(bytes: bytes))
        )
    }

    /// Sends a message that shows the file.
    func show(_ media: String, in chat: ChatID, sender: TestUser) async throws -> MessageID {
        let send = Messages.Send(
            chatId: chat,
            sender: sender.actor,
            clientMessageId: "m-\(media)",
            text: "",
            mediaIds: [try #require(MediaID(media))]
        )
        return try await server.messaging.messages.send(send).message.id
    }

    /// Runs SQL that no route does.
    func execute(_ sql: String, _ arguments: [any SQLBindable & Sendable]) async throws {
        _ = try await server.database.write { try $0.execute(sql, arguments) }
    }
}

extension RESTResponse {
    var media: [String: Any] { json["media"] as? [String: Any] ?? [:] }
    var mediaId: String { media["id"] as? String ?? "" }
    var offset: Int? { media["offset"] as? Int }
    var state: String? { media["state"] as? String }
    var bytes: [UInt8] { Array(body) }
}

extension TestServer {
    /// Names of all content and unfinished uploads on disk.
    func storedFiles() throws -> [String] {
        let folder = server.configuration.dataFolder + "/media"
        let found = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return found.filter { path in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: "\(folder)/\(path)", isDirectory: &isFolder)
                && !isFolder.boolValue
        }.sorted()
    }
}
