// SpotterServer
