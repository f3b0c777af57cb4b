extension StoreError {
    /// What cannot be done with a status.
    static func notAuthorized(
        _ status: AuthorizationStatus,
        _ type: EntityType,
        _ application: String
    ) -> StoreError {
        let things = type == .event ? "events" : "reminders"
        let method = type == .event ? "requestFullAccessToEvents()" : "requestFullAccessToReminders()"
        let why =
            switch status {
            case .notDetermined: "nobody was asked for access to the \(things) yet; call \(method) first"
            case .restricted: "the operating system lets this process neither list nor write the calendars"
            case .denied:
                "access to the \(things) was refused; EventStore.forgetAccessDecisions(directory:) lets the "
                    + "program ask again"
            case .writeOnly:
                "this needs full access to the \(things), and there is only write-only access, with which new "
                    + "ones can be saved and nothing can be read or removed; call \(method)"
            case .fullAccess:
                "this calendar cannot be read; the operating system does not permit it"
            }
        return StoreError(.eventStoreNotAuthorized, application, why)
    }
}
