import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Domain

#if canImport(Glibc)
    import Glibc
#endif

@Suite(.standardTimeLimit) struct LowPriorityThreadTests {
    @Test func jobsRunInTheirOrderAndAllOfThem() async {
        let order = Mutex<[Int]>([])
        let (ended, end) = AsyncStream<Void>.makeStream()
        do {
            let thread = LowPriorityThread("test", niceness: 0)
            for number in 0..<100 { thread.run { order.withLock { $0.append(number) } } }
            thread.run { end.finish() }
        }
        for await _ in ended {}
        #expect(order.withLock { $0 } == Array(0..<100), "what waits when the owner goes is done, too")
    }

    #if canImport(Glibc)
        /// Only this thread gives way: not the threads of Dispatch, which serve everything else.
        @Test func itsThreadGivesWay() async {
            @Sendable func own() -> Int32 { getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) }
            let process = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(getpid()))
            let thread = LowPriorityThread("test", niceness: 7)
            let niceness = await withCheckedContinuation { continuation in
                thread.run { continuation.resume(returning: own()) }
            }
            #expect(niceness == min(19, process + 7))
        }
    #endif
}
