public import Domain

/// Which branch of a conversation is the active one, and what stands beside it.
///
/// The active branch begins with the child of the root that was selected or made last, and goes on in the same way to a
/// turn without children. Servers and clients use this one rule.
///
/// ```swift
/// func shown(_ tree: ConversationTree) -> [TurnID] { tree.branches.active.map(\.id) }
/// ```
public struct ConversationBranches: Sendable {
    /// What counts of a turn.
    public struct Node: Sendable, Hashable {
        public let id: TurnID
        public let parentId: TurnID?
        public let role: TurnRole
        public let createdAt: Timestamp
        public let selectedAt: Timestamp?

        public init(id: TurnID, parentId: TurnID?, role: TurnRole, createdAt: Timestamp, selectedAt: Timestamp?) {
            self.id = id
            self.parentId = parentId
            self.role = role
            self.createdAt = createdAt
            self.selectedAt = selectedAt
        }

        /// The child with the greatest one is on the active branch, if its parent is.
        public var rank: Timestamp { selectedAt ?? createdAt }
    }

    private let nodes: [TurnID: Node]
    private let children: [TurnID?: [Node]]

    public init(_ nodes: [Node]) {
        self.nodes = Dictionary(nodes.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        children = Dictionary(grouping: self.nodes.values, by: \.parentId).mapValues { group in
            group.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
        }
    }

    public subscript(_ id: TurnID) -> Node? { nodes[id] }

    /// The turns below a turn, or those at the root, oldest first.
    public func children(of parent: TurnID?) -> [Node] { children[parent] ?? [] }

    /// The child that was selected or made last.
    public func chosen(below parent: TurnID?) -> Node? {
        children[parent]?.max { ($0.rank, $0.id) < ($1.rank, $1.id) }
    }

    /// From the root to a turn without children.
    public var active: [Node] {
        var branch: [Node] = []
        while let next = chosen(below: branch.last?.id) { branch.append(next) }
        return branch
    }

    /// The alternatives of a turn, itself included: those of the same parent and role, oldest first.
    public func siblings(of node: Node) -> [Node] { children(of: node.parentId).filter { $0.role == node.role } }

    /// The turn and those above it, from the root. A turn that isn't there has none.
    public func path(to id: TurnID) -> [Node] {
        var path: [Node] = []
        var next = nodes[id]
        while let node = next, path.count < nodes.count {
            path.append(node)
            next = node.parentId.flatMap { nodes[$0] }
        }
        return path.reversed()
    }

    /// The active branch with the place of each turn among its alternatives.
    public var steps: [BranchStep] {
        active.map { node in
            let siblings = siblings(of: node).map(\.id)
            return BranchStep(
                messageId: node.id,
                index: (siblings.firstIndex(of: node.id) ?? 0) + 1,
                count: siblings.count,
                siblingIds: siblings
            )
        }
    }
}

/// A turn of the active branch, with its alternatives.
public struct BranchStep: Sendable, Codable, Hashable {
    public let messageId: TurnID
    /// Its place among the alternatives, from 1: the i of "i / n".
    public let index: Int
    /// The number of alternatives, this turn included: the n of "i / n".
    public let count: Int
    /// All alternatives, this turn included, oldest first.
    public let siblingIds: [TurnID]

    public init(messageId: TurnID, index: Int, count: Int, siblingIds: [TurnID]) {
        self.messageId = messageId
        self.index = index
        self.count = count
        self.siblingIds = siblingIds
    }
}

extension ConversationTree {
    /// Its branches, from its turns.
    public var branches: ConversationBranches {
        ConversationBranches(
            turns.map { turn in
                .init(
                    id: turn.id,
                    parentId: turn.parentId,
                    role: turn.role,
                    createdAt: turn.createdAt,
                    selectedAt: turn.selectedAt
                )
            }
        )
    }

    /// This tree after a change that the server has told; `nil` if changes before that one were missed. Then what has
    /// happened since this tree's own revision is to be fetched.
    ///
    /// Every device that applies what the server tells has the same tree at the same revision, whatever came twice or late.
    public func updated(with change: ConversationTree) -> ConversationTree? {
        guard change.conversation.revision > conversation.revision else { return self }
        guard let since = change.since else { return change }
        guard since <= conversation.revision else { return nil }
        let replaced = Set(change.turns.map(\.id)).union(change.deletedIds)
        let turns = turns.filter { !replaced.contains($0.id) } + change.turns
        return ConversationTree(
            conversation: change.conversation,
            turns: turns.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) },
            activeId: change.activeId,
            branch: change.branch
        )
    }
}
