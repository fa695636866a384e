/// The steps of all devices of one seed. The same seed gives the same plan. The interleaving of the steps depends on
/// the machine, so a repeated run may differ.
package struct Plan: Sendable {
    struct Person: Sendable {
        let isTrainer: Bool
    }

    struct ChatPlan: Sendable {
        let isGroup: Bool
        /// Index into `people`. The owner creates the chat and never leaves it.
        let owner: Int
        let others: [Int]
    }

    struct Script: Sendable {
        let person: Int
        let steps: [Step]
        /// Run after all devices are connected, without cuts.
        let tail: [Step]
    }

    package let seed: UInt64
    let people: [Person]
    let chats: [ChatPlan]
    let scripts: [Script]

    package var stepCount: Int { scripts.reduce(0) { $0 + $1.steps.count + $1.tail.count } }
}
