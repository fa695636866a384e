import CalendarPush
import Domain
import Foundation
import ModelProxy
import ModelTestKit
import Notifications
import ServerTestKit
import TestSupport
import Testing

@testable import SpotterServer

/// Real answers of every route fit the schemas of the document, which has a use for each of its parts.
@Suite(.longTimeLimit) struct ResponseSchemaTests {
    @Test func everyRouteAnswersAsTheDocumentSays() async throws {
        let http = try await useEveryRoute()
        // The upgrade isn't an answer with a body; the suites of sockets cover it.
        let uncovered = ["GET /v1/socket"] + (http.hasArchives ? [] : ["POST /v1/admin/backup"])
        #expect(http.uncovered == uncovered)
    }

    @Test func everyTextIsBounded() async throws {
        let http = try await useEveryRoute(triesLongTexts: true)
        let fields = http.operations.filter { $0.description["requestBody"]?["content"]?["application/json"] != nil }
        #expect(http.triedTexts.count > fields.count)
        for field in ["PATCH /v1/me $.displayName", "POST /v1/search $.query", "POST /v1/auth/login $.password"] {
            #expect(http.triedTexts.contains(field))
        }
    }

    /// - Returns: the server after a studio has used it; it has ended.
    private func useEveryRoute(triesLongTexts: Bool = false) async throws -> DocumentedServer {
        let hooks = try #require(Origin("http://127.0.0.1:9"))
        let service = try await ScriptedProvider { request, _ in
            if request.method == "PROPFIND" { return .calendar }
            if request.path.hasPrefix("/google/") {
                let scope = JSONValue.string("https://www.googleapis.com/auth/calendar.events")
                return .json(["access_token": "a", "refresh_token": "r", "scope": scope, "summary": "alex@example.com"])
            }
            if request.path.hasPrefix("/sports/") { return .json(["result": "Ohtani .310"]) }
            guard let texts = request.json["input"]?.array else {
                // Speech, a search of the web, or a model's answer.
                return request.json["messages"] != nil
                    ? .json(["id": "job-1", "choices": [["index": 0, "message": ["content": "Fine."]]]])
                    : .json(["text": "My knee hurts", "language": "english", "duration": 2.0, "results": []])
            }
            let data = texts.indices.map { ["index": .integer($0), "embedding": [0.6, 0.8]] as JSONValue }
            return .json(["data": .array(data), "model": "tiny"])
        }
        let issuer = try await TestIssuer.start()
        let used = try await TestServer.run(configure: {
            $0.googleSignIn = GoogleSignInSettings(issuer: issuer.issuer, clientIds: [TestIssuer.app])
            $0.now = Timestamp(rfc3339: "2026-03-11T13:15:00Z")
            $0.notifications.origins = [hooks]
            if let origin = Origin(service.baseURL.replacing("/v1", with: "")) { $0.calendarPush.origins = [origin] }
            $0.calendarPush.google = GoogleCalendarApp(
                clientId: "spotter",
                clientSecret: Secret("kumquat"),
                base: service.baseURL.replacing("/v1", with: "/google")
            )
            $0.transcription.baseURL = service.baseURL
            $0.webSearch = WebSearchSettings(baseURL: service.baseURL)
            $0.proxiesModels = true
            for (name, output) in [("pictures", ProxiedModel.Output.image), ("films", .video)] {
                var model = ServerConfiguration.LanguageModelSettings(
                    baseURL: service.baseURL,
                    apiKey: nil,
                    model: name
                )
                model.generates = output
                $0.otherLanguageModels.append(model)
            }
            $0.sportsData = SportsDataSettings(baseURL: service.baseURL.replacing("/v1", with: "/sports"))
            $0.loadsModel = true
            $0.embedding.remote = .init(baseURL: service.baseURL, model: "tiny")
            $0.embedding.remote?.dimension = 2
            $0.embedding.fallsBack = false
            $0.embedding.usesCompanion = false
        }) { server in
            let http = try await DocumentedServer(server, triesLongTexts: triesLongTexts)
            let studio = try await DocumentedStudio(on: http)
            try await studio.accounts()
            try await studio.people()
            try await studio.invitations()
            try await studio.chats()
            try await studio.messages()
            try await studio.media()
            try await studio.voice()
            try await studio.searchAndSync()
            try await studio.keys()
            try await studio.calendar()
            try await studio.calendarPush(to: service.baseURL)
            try await studio.inbox()
            try await studio.scheduling()
            try await studio.coaching()
            try await studio.profiles()
            try await studio.measures()
            try await studio.checkIns()
            try await studio.insights()
            try await studio.automatic()
            try await studio.assistant()
            try await studio.notifications()
            try await studio.administration()
            try await studio.functions()
            try await studio.openAI()
            try await studio.gemini()
            try await studio.webhooks()
            try await studio.openRouter()
            try await studio.genius()
            try await studio.firebase(issuer)
            try await studio.refusals()
            try await studio.farewell()
            return http
        }
        await service.stop()
        await issuer.server.stop()
        return used
    }

    @Test func everyOperationIsDescribedWhole() async throws {
        try await TestServer.run { server in
            let http = try await DocumentedServer(server)
            let ids = http.operations.compactMap { $0.description["operationId"]?.string }
            #expect(ids.count == http.operations.count && Set(ids).count == ids.count)
            for (name, description) in http.operations {
                #expect(description["tags"]?.array?.count == 1 && description["summary"]?.string != nil, "\(name)")
                let bodies = [description["requestBody"]] + (description["responses"]?.object ?? [:]).values.map { $0 }
                for content in bodies.compactMap({ $0?["content"]?["application/json"] }) {
                    let (schema, example) = (try #require(content["schema"]), try #require(content["example"]))
                    #expect(http.check.problems(example, schema) == [], "the example of \(name)")
                }
                #expect(description["responses"]?["default"]?["content"]?["application/json"] != nil, "\(name)")
                for parameter in description["parameters"]?.array ?? [] {
                    #expect(parameter["schema"] != nil && parameter["name"] != nil, "\(name)")
                }
            }
        }
    }

    @Test func aSchemaIsHeldTo() {
        let check = SchemaCheck(components: [
            "Word": ["type": "string", "enum": ["a", "b"]],
            "Thing": [
                "type": "object", "required": ["word"],
                "properties": ["word": ["$ref": "#/components/schemas/Word"], "count": ["type": "integer"]],
            ],
        ])
        let schema: JSONValue = ["$ref": "#/components/schemas/Thing"]
        #expect(check.problems(["word": "a", "count": 2], schema) == [])
        let wrong: [JSONValue] = [
            [:], ["word": "c"], ["word": nil], ["word": "a", "count": 1.5], ["word": "a", "more": 1], [], "a",
        ]
        for value in wrong { #expect(check.problems(value, schema) != [], "\(value.text)") }
    }
}
