extension CalendarObject {
    /// All places where the calendar breaks a rule of RFC 5545, RFC 5546 or a later one, in the order of the file.
    ///
    /// Of more than 100,000 mistakes the rest is counted in one of ``Violation/Code/limit``.
    ///
    /// How something is written is checked where it was read from a file and not changed since. What reading could not
    /// keep at all is known to ``CalendarFile/validate()``.
    ///
    /// ```swift
    /// let errors = calendar.validate().filter { $0.severity == .error }
    /// ```
    public func validate() -> [Violation] {
        CalendarCheck.violations(of: self)
    }
}
