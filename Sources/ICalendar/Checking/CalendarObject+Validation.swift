extension CalendarObject {
    /// All places where the calendar breaks a rule of RFC 5545, RFC 5546 or a later one, in the order of the file.
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
