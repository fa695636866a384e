import Accounts
public import ArgumentParser
import CommandLineSupport
public import Domain
public import SpotterAPI

/// `spotter admin user list`.
struct AdminUserListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "All accounts, with their state, last activity, sessions and storage.",
        discussion: """
            EXAMPLES
              spotter admin user list --data ./spotter-data
              spotter admin user list --role trainer --state disabled --json
              SPOTTER_ADMIN_TOKEN=… spotter admin user list --query example.com \\
                --server https://chat.example.com
            """
    )

    @OptionGroup var target: AdminTarget
    @Option(help: "Only trainer or client.") var role: Role?
    @Option(help: "Only active or disabled.") var state: AdminUser.State?
    @Option(help: ArgumentHelp("Only those with this in their name or address.", valueName: "text")) var query = ""
    @Flag(help: "One JSON document.") var json = false

    func run() async throws {
        do {
            let filter = AccountAdministration.Filter(role: role, state: state, query: query)
            let users = try await target.withAccounts { accounts in
                var (users, after) = ([AdminUser](), UserID?.none)
                repeat {
                    let page = try await accounts.users(filter, after: after)
                    users += page.users
                    after = page.next
                } while after != nil
                return users
            }
            if json { return try outputJSON(users) }
            for line in AdminUserTable(users: users).lines { output(line) }
        } catch {
            throw fail(error)
        }
    }
}

extension Role: ExpressibleByArgument {}
extension AdminUser.State: ExpressibleByArgument {}
