import AsyncHTTPClient
import Domain
import Foundation
import LanguageModels
import ModelProxy
import ModelTestKit
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import ServerTestKit
import SpotterServer
import Testing

@testable import FunctionsCompat

extension StudioFixture {
    static let upstreamKey = "sk-upstream-0123456789"

    /// The models that Better knows, all at one scripted provider.
    static func models(
        at address: String,
        price: ModelPrice? = nil
    ) -> [ServerConfiguration.LanguageModelSettings] {
        func model(_ name: String) -> ServerConfiguration.LanguageModelSettings {
            var settings = ServerConfiguration.LanguageModelSettings(
                baseURL: address,
                apiKey: Secret(upstreamKey),
                model: name
            )
            settings.profile.price = price
            return settings
        }
        var (seeing, image, video) = (
            model("qwen/qwen2.5-vl-32b-instruct"), model("bytedance-seed/seedream-4.5"),
            model("bytedance/seedance-2.0")
        )
        seeing.profile.readsImages = true
        image.generates = .image
        video.generates = .video
        return [model("deepseek/deepseek-chat"), seeing, image, video]
    }

    /// A studio whose server passes requests on to `provider`.
    static func proxying(
        _ provider: ScriptedProvider,
        price: ModelPrice? = nil,
        configure: (inout ServerConfiguration) -> Void = { _ in },
        _ body: @Sendable (StudioFixture) async throws -> Void
    ) async throws {
        try await open(
            configure: {
                $0.proxiesModels = true
                $0.otherLanguageModels = models(at: provider.baseURL, price: price)
                $0.videoInterval = .zero
                configure(&$0)
            },
            body
        )
        await provider.stop()
    }

    /// A request as Better sends it: by its path and by the header as well.
    func proxy(
        _ method: String,
        _ path: String,
        _ body: JSONValue? = nil,
        by credential: Credential? = nil,
        header: String?? = nil,
        headers: [(String, String)] = []
    ) async throws -> DoorAnswer {
        var request = doorRequest(
            method,
            "/api\(path.isEmpty ? "" : "/")\(path)",
            credential ?? token,
            text: body?.text
        )
        if let named = header ?? path { request.headers.add(name: "X-OpenRouter-Path", value: named) }
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
        let bytes = try await response.body.collect(upTo: 64 << 20)
        return DoorAnswer(
            status: Int(response.status.code),
            headers: Dictionary(response.headers.map { ($0.name.lowercased(), $0.value) }) { first, _ in first },
            text: String(buffer: bytes)
        )
    }

    /// `POST chat/completions`.
    func forward(
        _ more: JSONValue = [:],
        model: String? = "deepseek/deepseek-chat",
        messages: JSONValue = .asking("Name three stretches."),
        by credential: Credential? = nil
    ) async throws -> DoorAnswer {
        var body = more.object ?? [:]
        if let model { body["model"] = .string(model) }
        body["messages"] = messages
        return try await proxy("POST", "chat/completions", .object(body), by: credential)
    }

    /// What Alex has used today.
    func usage() async throws -> JSONValue { try await door("GET", "/v1/me/usage", token).json["day"] ?? .null }
}

extension DoorAnswer {
    /// Whether the error is an object with three texts, as Better reads it.
    var hasReadableError: Bool {
        error?["message"]?.string?.isEmpty == false && error?["type"]?.string != nil && error?["code"]?.string != nil
    }
}
