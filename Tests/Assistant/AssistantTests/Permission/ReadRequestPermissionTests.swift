import AssistantTools
import Domain
import Foundation
import RequestReading
import Retrieval
import SpotterAPI
import TestSupport
import Testing

@testable import Assistant

/// Permission is no other reading of a request: whatever the grammar reads in full, a model may propose, too.
@Suite struct ReadRequestPermissionTests {
    private struct World: Decodable {
        struct Person: Decodable { let name: String }
        let now: String
        let clients: [Person]
        let prospects: [Person]
    }

    @Test(arguments: ["requests", "request-strangers"])
    func whatIsProposedWithoutAModelIsPermittedToOne(name: String) throws {
        let file = RequestCase.folder.appending(path: "requests-world.json")
        let world = try JSONDecoder().decode(World.self, from: Data(contentsOf: file))
        let now = try #require(Timestamp(rfc3339: world.now))
        let people = (world.clients + world.prospects).enumerated().map { number, person in
            KnownPerson(identity: .user(UserID(high: 1, low: UInt64(number))), name: person.name)
        }
        let directory = PeopleDirectory(people: people, groups: [])
        let user = User(
            id: UserID(high: 9, low: 9),
            email: "a@example.com",
            displayName: "Alex Moore",
            role: .trainer,
            timezone: "America/New_York"
        )
        let requester = Requester(user: user)
        let grammar = ActionGrammar(directory: directory, times: requester.times(at: now))
        var read = 0
        for request in try RequestCase.all(name) where request.before == nil {
            let tools = grammar.actions(in: request.say).filter { $0.question == nil }.map(\.toolRequest.tool)
            let permission = WritePermission(
                question: request.say,
                history: [],
                directory: directory,
                requester: requester,
                now: now
            )
            read += tools.count
            for tool in tools { #expect(permission.tools.contains(tool), "\(tool) \(request.say)") }
        }
        #expect(read > 50)
    }
}
