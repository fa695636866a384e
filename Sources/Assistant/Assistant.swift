// Assistant
