/// A component whose revisions are counted.
///
/// ```swift
/// func beats(_ new: some RevisedComponent, _ old: some RevisedComponent) -> Bool { new.sequence > old.sequence }
/// ```
public protocol RevisedComponent: DescribedComponent {}

extension RevisedComponent {
    /// SEQUENCE (RFC 5545 section 3.8.7.4), the revision; absent means 0: `event.sequence // 2`.
    public var sequence: Int {
        get { component[integer: "SEQUENCE"] ?? 0 }
        set { if newValue != sequence { component[integer: "SEQUENCE"] = newValue } }
    }
}
