import Accounts
package import Assistant
package import AssistantTools
import Contacts
package import Gateway
package import Messaging
package import Retrieval
package import Scheduling

/// Psst is a messaging app for coaches whose backend was Firebase functions. These are the functions that its
/// unmodified clients call over HTTP.
package enum PsstFunctions {
    package static func add(
        to table: inout RouteTable,
        messaging: MessagingServices,
        search: MessageSearch,
        assistant: AssistantService,
        resolver: ToolResolver,
        proposals: Proposals,
        calendar: EventCalendar,
        deadline: Duration = .seconds(60)
    ) {
        CallableFunctions(
            accounts: messaging.accounts,
            functions: [
                ChatWithAIFunction(assistant: assistant, chats: messaging.chats).function,
                SemanticSearchFunction(search: search).function,
                ExecuteFunctionCallFunction(
                    resolver: resolver,
                    proposals: proposals,
                    calendar: calendar,
                    chats: messaging.chats,
                    relations: messaging.contacts,
                    search: search
                ).function,
            ],
            deadline: deadline
        ).add(to: &table)
        MigrationFunctions(messaging: messaging).add(to: &table)
    }
}
