// As on Apple's systems, `import EventKit` also imports Foundation.
@_exported public import Foundation

/// The base class of the objects that an event store returns or saves.
///
/// ```swift
/// if ekEvent.hasChanges { ekEvent.rollback() }
/// ```
// The class is Sendable because it has no state, and each subclass guards its state with a lock.
open class EKObject: NSObject, @unchecked Sendable {
    /// Creates an object that does not belong to a store.
    ///
    /// ```swift
    /// EKObject().isNew  // false
    /// ```
    public override init() { super.init() }

    /// Whether the object has unsaved changes, including its alarms and rules: `ekEvent.hasChanges // false`.
    open var hasChanges: Bool { false }

    /// Whether the object has never been saved: `ekEvent.isNew // false`.
    open var isNew: Bool { false }

    /// Discards unsaved changes and reloads the object.
    ///
    /// ```swift
    /// ekEvent.reset()
    /// ```
    open func reset() {
        rollback()
        refresh()
    }

    /// Discards unsaved changes.
    ///
    /// ```swift
    /// ekEvent.title = "Stand-up, short"
    /// ekEvent.rollback()
    /// ekEvent.hasChanges  // false
    /// ```
    open func rollback() {}

    /// Updates all unchanged fields to their saved values.
    ///
    /// Returns false if the object no longer exists.
    ///
    /// ```swift
    /// if !ekEvent.refresh() { print("somebody removed it") }
    /// ```
    @discardableResult
    open func refresh() -> Bool { true }
}
