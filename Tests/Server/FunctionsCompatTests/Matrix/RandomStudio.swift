import Accounts
import Domain
import Foundation
import Messaging
import ServerTestKit
import SpotterAPI
import SpotterServer
import TestSupport

/// Does random things in a studio, by Spotter's own use cases and by Matrix.
struct RandomStudio {
    let studio: StudioFixture
    let alex: MatrixProgram
    let kim: TestUser
    let group: ChatID
    private var messages: [(id: MessageID, chat: ChatID, sender: TestUser)] = []
    private var number = 0
    private var isKimThere = true

    init(studio: StudioFixture, alex: MatrixProgram, kim: TestUser, group: ChatID) {
        (self.studio, self.alex, self.kim, self.group) = (studio, alex, kim, group)
    }

    mutating func step(_ random: inout SeededRandom) async throws {
        let services = studio.server.server.messaging
        number += 1
        let known = messages.randomElement(using: &random)
        switch Int.random(in: 0..<14, using: &random) {
        case 0..<4:
            let chat = Bool.random(using: &random) ? group : studio.chat
            let sender = Bool.random(using: &random) ? studio.sara : studio.alex
            messages.append((try await studio.say("Line \(number)", sender, in: chat).id, chat, sender))
        case 4: _ = try await alex.say("By Matrix \(number)")
        case 5, 6:
            guard let known else { return }
            _ = try? await services.messages.edit(
                known.id,
                in: known.chat,
                to: "Edit \(number)",
                by: known.sender.actor
            )
        case 7:
            guard let known else { return }
            try? await services.messages.delete(known.id, in: known.chat, by: known.sender.actor)
        case 8, 9:
            guard let known, let emoji = ["👍", "🔥"].randomElement(using: &random) else { return }
            _ = try? await services.reactions.change(
                .toggle,
                emoji,
                on: known.id,
                in: known.chat,
                by: studio.sara.actor
            )
        case 10:
            if isKimThere {
                try await services.chats.remove(kim.id, from: group, by: studio.alex.actor)
            } else {
                _ = try await services.chats.add([kim.id], to: group, by: studio.alex.actor)
            }
            isKimThere.toggle()
        case 11:
            _ = try await services.chats.change(.init(name: "Squad \(number)"), of: group, by: studio.alex.actor)
        case 12:
            _ = try await services.profiles.change(.init(displayName: "Sara \(number)"), of: studio.sara.id)
        default:
            guard let known else { return }
            let message = try await services.chats.message(known.id, in: known.chat, for: studio.sara.actor)
            _ = try await services.receipts.advance(.read, to: message.seq, in: known.chat, by: studio.sara.actor)
        }
    }
}
