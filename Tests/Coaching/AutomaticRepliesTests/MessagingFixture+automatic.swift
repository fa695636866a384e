import MessagingTestKit
import SchedulingTestKit

@testable import AutomaticReplies

extension UpperModule {
    /// Replies by themselves, and the calendars that they are made of.
    static var automatic: [UpperModule] {
        [.scheduling, UpperModule(AutomaticSchema.migrations, messageObservers: { _ in [AutomaticSignal()] })]
    }
}

extension MessagingFixture {
    var automatic: AutomaticSignal { observer(AutomaticSignal.self) }
}
