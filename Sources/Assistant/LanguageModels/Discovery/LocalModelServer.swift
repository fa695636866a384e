import AsyncHTTPClient
import Domain
import NIOCore
import NIOHTTP1

/// A program on this machine that offers language models as OpenAI does. It is looked for so that an operator learns how
/// to use it. It is asked which models it has and nothing else.
///
/// ```swift
/// for server in await LocalModelServer.find() { print(server.baseURL, server.model) }
/// ```
public struct LocalModelServer: Sendable, Equatable {
    /// Where Ollama, LM Studio, vLLM and llama.cpp listen unless they are told otherwise.
    public static let usualPorts = [11_434, 1_234, 8_000, 8_080]

    private static let maxBytes = 256 << 10

    public let port: Int
    /// The first of its models.
    public let model: String

    /// What `llm.base.url` takes.
    public var baseURL: String { "http://127.0.0.1:\(port)/v1" }

    /// Those that answer within a second, in the order of `ports`.
    public static func find(ports: [Int] = usualPorts) async -> [LocalModelServer] {
        await withTaskGroup(of: LocalModelServer?.self) { group in
            for port in ports { group.addTask { await ask(port) } }
            var found: [LocalModelServer] = []
            for await case let server? in group { found.append(server) }
            return ports.compactMap { port in found.first { $0.port == port } }
        }
    }

    private static func ask(_ port: Int) async -> LocalModelServer? {
        let request = HTTPClientRequest(url: "http://127.0.0.1:\(port)/v1/models")
        guard let response = try? await HTTPClient.shared.execute(request, timeout: .seconds(1)),
            response.status == .ok,
            let body = try? await response.body.collect(upTo: maxBytes),
            let model = firstModel(in: Array(body.readableBytesView))
        else { return nil }
        return LocalModelServer(port: port, model: model)
    }

    /// The first name that can stand in a command as it is.
    static func firstModel(in body: [UInt8]) -> String? {
        guard case .object(let members)? = JSONValue.parse(body, maxBytes: maxBytes),
            case .array(let models)? = members["data"]
        else { return nil }
        for case .object(let model) in models {
            if case .string(let name)? = model["id"], isPlain(name) { return name }
        }
        return nil
    }

    private static func isPlain(_ name: String) -> Bool {
        1...100 ~= name.utf8.count
            && name.unicodeScalars.allSatisfy {
                $0.isASCII && ($0.properties.isAlphabetic || "0123456789._:/@+-".unicodeScalars.contains($0))
            }
            && name.first != "-"
    }
}
