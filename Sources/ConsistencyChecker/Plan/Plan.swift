/// What everybody of one seed will do. The same seed gives the same plan; when each step meets the others is up to the
/// machine, so that a repeated run may take another course.
package struct Plan: Sendable {
    struct Person: Sendable {
        let isTrainer: Bool
    }

    struct ChatPlan: Sendable {
        let isGroup: Bool
        /// Index into `people`; it makes the chat and never leaves it.
        let owner: Int
        let others: [Int]
    }

    struct Script: Sendable {
        let person: Int
        let steps: [Step]
        /// Done when all devices are connected and nothing is cut any more.
        let tail: [Step]
    }

    package let seed: UInt64
    let people: [Person]
    let chats: [ChatPlan]
    let scripts: [Script]

    package var stepCount: Int { scripts.reduce(0) { $0 + $1.steps.count + $1.tail.count } }
}
