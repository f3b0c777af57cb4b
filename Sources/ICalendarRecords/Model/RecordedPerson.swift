#if Records
    /// Somebody who takes part in an event, as a record keeps them.
    ///
    /// ```swift
    /// let person = RecordedPerson(name: "Nora Lind", email: "nora@studio.example", status: "accepted")
    /// person.email  // "nora@studio.example"
    /// ```
    public struct RecordedPerson: Sendable, Hashable, Codable {
        /// The name, nil when none is written: `person.name // "Nora Lind"`.
        public var name: String?
        /// The mail address, nil when there is none: `person.email // "nora@studio.example"`.
        public var email: String?
        /// What they answered, in the words of `Attendee.Status`: `person.status // "accepted"`; nil for an organizer.
        public var status: String?

        /// Somebody.
        ///
        /// ```swift
        /// let room = RecordedPerson(name: "Room 4")
        /// ```
        public init(name: String? = nil, email: String? = nil, status: String? = nil) {
            self.name = name
            self.email = email
            self.status = status
        }
    }
#endif
