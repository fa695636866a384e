// SpotterClient
