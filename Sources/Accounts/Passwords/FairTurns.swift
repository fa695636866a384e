/// Jobs that wait in one line for each caller. The lines take turns, so that a long one delays only itself.
struct FairTurns<Key: Hashable & Sendable, Job: Sendable>: Sendable {
    private var lines: [Key: [Job]] = [:]
    /// The callers with jobs, whose turn is next first.
    private var order: [Key] = []
    private(set) var count = 0

    func waiting(of key: Key) -> Int { lines[key]?.count ?? 0 }

    mutating func add(_ job: Job, of key: Key) {
        if lines[key] == nil { order.append(key) }
        lines[key, default: []].append(job)
        count += 1
    }

    /// Takes the next job.
    mutating func next() -> Job? {
        guard let key = order.first, var line = lines[key], !line.isEmpty else { return nil }
        order.removeFirst()
        let job = line.removeFirst()
        if line.isEmpty {
            lines[key] = nil
        } else {
            lines[key] = line
            order.append(key)
        }
        count -= 1
        return job
    }

    /// Makes room for a job of `key` by taking the newest of the longest line.
    /// - Returns: the job that was taken; `nil` if `key` itself has as many waiting as anybody.
    mutating func makeRoom(for key: Key) -> Job? {
        guard let (longest, line) = lines.max(by: { $0.value.count < $1.value.count }),
            line.count > waiting(of: key) + 1, let job = lines[longest]?.popLast()
        else { return nil }
        count -= 1
        return job
    }
}
