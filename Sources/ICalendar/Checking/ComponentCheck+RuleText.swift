extension ComponentCheck {
    /// How a rule that can be read is written.
    mutating func checkRuleText(_ text: Span<UInt8>, at place: Int) {
        guard case .recurrenceRule(let rule) = component.properties[place].value else { return }
        var flaws: [String] = []
        var said: [ValueRemark] = []
        let written = ByteText.string(text, &said)
        // What is said of the rule written anew is no matter of writing.
        let remarks = RuleText.parse(written).remarks
        if !remarks.isEmpty {
            let meant = RuleText.parse(RuleText.format(rule)).remarks
            flaws = remarks.filter { !meant.contains($0) }.map(\.message)
        }
        if flaws.isEmpty, let flaw = RuleNotation.flaw(in: written) { flaws = [flaw] }
        if flaws.isEmpty, rule.calendarScale == nil, written != written.uppercased() {
            noteSmallLetters("the rule is in small letters", "3.3.10", at: place)
        }
        for flaw in flaws {
            note(
                .ruleForm,
                at: place,
                "\(component.properties[place].name): \(flaw)",
                "3.3.10",
                repair: "write the rule as it is read",
                mend: .rewrite(place)
            )
        }
    }
}

/// How the text of a rule is put together (RFC 5545 section 3.3.10).
enum RuleNotation {
    /// What is wrong with a text whose rule can be read without a remark; nil when nothing is.
    static func flaw(in text: String) -> String? {
        if text.utf8.contains(where: { $0 <= Ascii.space }) { return "the rule has blanks in it" }
        let parts = text.split(separator: ";", omittingEmptySubsequences: false)
        if parts.contains("") { return "the rule has a semicolon that nothing follows" }
        // RFC 7529 puts RSCALE in front.
        let names = parts.prefix(2).map { $0.prefix { $0 != "=" }.uppercased() }
        if names.first == "FREQ" || names.first == "RSCALE" { return nil }
        return "FREQ is not the first part of the rule"
    }
}
