import EventBus
import Synchronization
import Testing

@Suite struct InProcessBusTests {
    @Test func everySubscriberHearsEverythingInOrder() async {
        let bus = InProcessBus()
        let heard = Mutex((first: [UInt8](), second: [UInt8]()))
        bus.subscribe { message in heard.withLock { $0.first += message } }
        bus.subscribe { message in
            heard.withLock { $0.second += message }
            // Whoever answers isn't heard in the middle.
            if message == [1] { bus.publish([9]) }
        }
        for number in UInt8(1)...3 { bus.publish([number]) }
        await bus.close()
        await bus.close()
        #expect(heard.withLock { $0.first.sorted() } == [1, 2, 3, 9])
        #expect(heard.withLock { $0.first == $0.second })
    }
}
