import ServiceLifecycle

extension ServiceGroupConfiguration.ServiceConfiguration {
    /// A service with the name of its type. Without one the library prints the whole service into its name, with everything
    /// that it holds: that took a third of a start, and would put it into the log.
    init(named service: any Service, successTerminationBehavior: TerminationBehavior = .cancelGroup) {
        self.init(
            service: service,
            successTerminationBehavior: successTerminationBehavior,
            serviceName: String(describing: type(of: service))
        )
    }
}
