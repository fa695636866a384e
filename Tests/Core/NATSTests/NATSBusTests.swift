import EventBus
import Foundation
import Logging
import NATSTestKit
import Synchronization
import TestSupport
import Testing

@testable import NATS

/// The bus against a real server.
@Suite(.standardTimeLimit, .enabled(if: NATSTestServer.program != nil, Comment(rawValue: NATSTestServer.missing)))
struct NATSBusTests {
    /// A bus with a subscriber.
    private final class Node: Sendable {
        let bus: NATSBus
        let log = RecordedLog()
        private let messages = Mutex<[String]>([])

        init(_ address: String, cluster: String = "1") throws {
            bus = try NATSBus(NATSAddress(address), cluster: cluster, logger: log.logger)
            bus.subscribe { [weak self] message in
                self?.messages.withLock { $0.append(String(decoding: message, as: UTF8.self)) }
            }
        }

        func publish(_ text: String) { bus.publish(Array(text.utf8)) }
        /// Without those that only ask whether it listens.
        var heard: [String] { messages.withLock { $0.filter { $0 != "?" } } }
        var listens: Bool { messages.withLock { !$0.isEmpty } }
        func forget() { messages.withLock { $0 = [] } }
    }

    private func untilListening(_ nodes: Node...) async {
        await until("all listen") {
            nodes[0].publish("?")
            return nodes.allSatisfy(\.listens)
        }
    }

    /// Every server hears every message, its own among them, in the order of each sender, however long it is.
    @Test func everybodyHearsEverythingInOrder() async throws {
        let server = try NATSTestServer("max_payload: 2048")
        let address = "nats://127.0.0.1:\(server.port)"
        let (one, two, other) = (try Node(address), try Node(address), try Node(address, cluster: "2"))
        await untilListening(one, two)
        await untilListening(other)
        let long = String(repeating: "aé€💪", count: 5000)
        let texts = ["1", long, "2", "", "3"] + (0..<1000).map { "n\($0)" } + ["last"]
        for text in texts { one.publish(text) }
        await until("both have heard it") { [one, two].allSatisfy { $0.heard.last == "last" } }
        #expect(one.heard == texts && two.heard == texts)
        // What was published before is sent before the end.
        two.publish("farewell")
        await two.bus.close()
        await two.bus.close()
        await until("it's heard") { one.heard.last == "farewell" }
        #expect(other.heard.isEmpty, "another cluster's messages aren't heard")
        #expect(one.log.lines(of: .warning).isEmpty)
        await one.bus.close()
        await other.bus.close()
    }

    /// A server that dies costs what was on its way, and nothing else; another one of the list takes its place.
    @Test func itConnectsAgain() async throws {
        let first = try NATSTestServer()
        let address = "nats://127.0.0.1:\(first.port)"
        let node = try Node(address)
        await untilListening(node)
        first.stop()
        await until("it's noticed") { !node.log.lines(of: .warning).isEmpty }
        node.forget()
        let again = try NATSTestServer(port: first.port)
        await untilListening(node)
        #expect(node.log.lines(of: .warning).count == 1 && node.log.lines(of: .notice).count == 1, "once for an outage")

        let second = try NATSTestServer()
        let both = try Node("nats://127.0.0.1:\(again.port),127.0.0.1:\(second.port)")
        let there = try Node("nats://127.0.0.1:\(second.port)")
        await untilListening(both)
        await untilListening(there)
        again.stop()
        await until("it's at the second one") {
            both.publish("here")
            return there.heard.contains("here")
        }
        for node in [node, both, there] { await node.bus.close() }
        second.stop()
    }

    /// Whoever names one server of a cluster goes on at another one of it.
    @Test func itFollowsTheCluster() async throws {
        let first = try NATSTestServer("cluster { name: c, listen: \"127.0.0.1:-1\" }")
        await until("it takes others") { first.clusterPort != nil }
        let routes = try #require(first.clusterPort)
        let second = try NATSTestServer(
            "cluster { name: c, listen: \"127.0.0.1:-1\", routes: [\"nats://127.0.0.1:\(routes)\"] }"
        )
        let there = try Node("nats://127.0.0.1:\(second.port)")
        let node = try Node("nats://127.0.0.1:\(first.port)")
        await until("they are one cluster") {
            node.publish("?")
            return there.listens && node.listens
        }
        first.stop()
        await until("it's at the other one") {
            node.publish("here")
            return there.heard.contains("here")
        }
        for node in [node, there] { await node.bus.close() }
        second.stop()
    }

    @Test(arguments: [
        ("authorization { user: spotter, password: \"p@ss/1\" }", "spotter:p%40ss%2F1@", "spotter:wrong-1@"),
        ("authorization { token: \"t0ken\" }", "t0ken@", "wrong-1@"),
    ]) func itLogsIn(configuration: String, login: String, wrong: String) async throws {
        let server = try NATSTestServer(configuration)
        let node = try Node("nats://\(login)127.0.0.1:\(server.port)")
        await untilListening(node)
        let stranger = try Node("nats://\(wrong)127.0.0.1:\(server.port)")
        await until("it's refused") { !stranger.log.lines(of: .warning).isEmpty }
        let said = stranger.log.lines(of: .warning).joined()
        #expect(said.contains("Authorization Violation") && !said.contains("wrong-1"))
        #expect(!stranger.listens)
        await node.bus.close()
        await stranger.bus.close()
    }

    /// A user who may not listen, or not publish, is no silent failure, and no flood of lines either.
    @Test(arguments: [("subscribe", "Subscription"), ("publish", "Publish")])
    func missingPermissionsAreLogged(verb: String, what: String) async throws {
        let user = "{ user: a, password: b, permissions: { \(verb): { deny: \"spotter.>\" } } }"
        let server = try NATSTestServer("authorization { users: [\(user)] }")
        let node = try Node("nats://a:b@127.0.0.1:\(server.port)")
        await until("it's refused") {
            node.publish("?")
            return node.log.lines(of: .warning).contains { $0.contains("Permissions Violation for \(what)") }
        }
        for _ in 0..<100 { node.publish("?") }
        await node.bus.close()
        #expect(node.log.lines(of: .warning).count == 1 && !node.listens)
    }

    /// TLS is used if the server requires it, and its certificate is checked.
    @Test func itEncrypts() async throws {
        let server = try NATSTestServer("tls { cert_file: \"FOLDER/certificate.pem\", key_file: \"FOLDER/key.pem\" }") {
            _ = try TestCertificate.one.write(to: $0.path)
        }
        let authority = "?ca=\(server.folder.path)/certificate.pem"
        for host in ["nats://localhost", "tls://127.0.0.1"] {
            let node = try Node("\(host):\(server.port)\(authority)")
            await untilListening(node)
            #expect(node.log.lines(of: .warning).isEmpty)
            await node.bus.close()
        }
        let distrustful = try Node("nats://localhost:\(server.port)")
        await until("it's refused") { !distrustful.log.lines(of: .warning).isEmpty }
        #expect(distrustful.log.lines(of: .warning).first?.contains("CERTIFICATE_VERIFY_FAILED") ?? false)
        await distrustful.bus.close()
        #expect(throws: (any Error).self) { try Node("tls://localhost?ca=/nowhere/ca.pem") }
    }
}
