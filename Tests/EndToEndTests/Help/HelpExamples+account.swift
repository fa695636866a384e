extension HelpExamples {
    static let account: [String: Outcome] = [
        "spotter account": .prints("Alex Rivera <alex@example.com>, trainer"),
        "spotter account show": .prints("time zone      America/New_York"),
        "spotter account show --json | jq -r .user.timezone": .prints("America/New_York"),
        "spotter account set --timezone Europe/Stockholm": .prints("time zone      Europe/Stockholm"),
        "spotter account set --timezone here": .prints("time zone"),
        "spotter account set --locale en-GB": .prints("locale         en-GB"),
        #"spotter account set --name "Nina Berg""#: .prints("Nina Berg <alex@example.com>"),
        "spotter account set --read-receipts off --presence off": .prints("presence       not shared"),
        "spotter account sessions": .prints("(this one)"),
        "spotter account sessions --end 2": .prints(
            "(this one)",
            after: "echo spotter-demo | spotter login --profile other --server https://chat.example.com"
                + " --email alex@example.com --password-stdin",
            suffix: " --profile other"
        ),
        "spotter account sessions --end-others": .prints("(this one)"),
        "spotter account notifications": .prints("Nothing yet."),
        "spotter account notifications --ntfy alex-k3v9": .prints("ntfy", status: nil),
        "spotter account notifications --ntfy alex-k3v9 --preview": .prints("ntfy", status: nil),
        "spotter account notifications --mail": .prints("mail", status: nil),
        "spotter account notifications --webhook https://example.com/hook": .prints("webhook", status: nil),
        "spotter account notifications --test 1": .notRun("it would go to another machine"),
        "spotter account notifications --remove 1": .notRun("what there is depends on the server's settings"),
        "spotter account export account.tar": .notRun("it asks for the password"),
        "pass show spotter | spotter account export account.tar --password-stdin": .prints("✓ account.tar"),
        "spotter account password": .notRun("it asks for the passwords"),
        #"printf '%s\n' "$OLD" "$NEW" | spotter account password --password-stdin"#: .notRun(
            "the examples share one password; AccountCommandTests has it"
        ),
        "spotter account delete": .notRun("it asks for the address"),
        "pass show spotter | spotter account delete --password-stdin --email nina@example.com": .prints(
            "That isn't the address of this account",
            status: 1
        ),
    ]
}
