import Foundation
import ICalendarStore

/// A source of calendars: a folder that contains calendar folders.
///
/// ```swift
/// for source in eventStore.sources { print(source.title, source.calendars(for: .event).count) }
/// ```
// The class is Sendable because it is immutable.
open class EKSource: EKObject, @unchecked Sendable {
    let source: EventSource
    let link: StoreLink

    init(_ source: EventSource, _ link: StoreLink) {
        self.source = source
        self.link = link
        super.init()
    }

    /// The identifier, which is the folder's path relative to the store.
    ///
    /// `ekCalendar.source.sourceIdentifier`.
    open var sourceIdentifier: String { source.sourceIdentifier }

    /// The type: `ekCalendar.source.sourceType // .local`.
    open var sourceType: EKSourceType { EKSourceType(rawValue: source.sourceType.rawValue) ?? .local }

    /// The folder's name: `ekCalendar.source.title`.
    open var title: String { source.title }

    /// Whether the source is a delegate source; always false: `ekCalendar.source.isDelegate // false`.
    open var isDelegate: Bool { false }

    /// Returns the source's calendars that accept items of a type; an empty set without access.
    ///
    /// ```swift
    /// let calendars = ekCalendar.source.calendars(for: .event)
    /// ```
    open func calendars(for entityType: EKEntityType) -> Set<EKCalendar> {
        let all = link.calendars(for: EntityType(entityType))
        return Set(all.filter { $0.source == source }.map(link.object(for:)))
    }

    /// Returns whether another object is the same source in the same event store.
    ///
    /// ```swift
    /// ekCalendar.source.isEqual(ekCalendar.source)  // true
    /// ```
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? EKSource else { return false }
        return link === other.link && sourceIdentifier == other.sourceIdentifier
    }

    /// The hash value of the identifier: `ekCalendar.source.hash == ekCalendar.source.hash // true`.
    open override var hash: Int { sourceIdentifier.hashValue }
}

extension EntityType {
    init(_ type: EKEntityType) { self = type == .event ? .event : .reminder }
}
