public import Foundation
import ICalendarStore

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The domain of event store errors: `EKErrorDomain // "EKErrorDomain"`.
public let EKErrorDomain: String = "EKErrorDomain"

/// An error of an event store.
///
/// ```swift
/// do {
///     try eventStore.save(ekEvent, span: .thisEvent)
/// } catch let error as EKError where error.code == .calendarReadOnly {
///     print(error.localizedDescription)
/// }
/// ```
public struct EKError: CustomNSError, LocalizedError, Hashable, Sendable {
    private let error: NSError

    /// Creates an error from a code and additional information.
    ///
    /// ```swift
    /// EKError(.noCalendar).code  // .noCalendar
    /// ```
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        error = NSError(domain: EKErrorDomain, code: code.rawValue, userInfo: userInfo)
    }

    /// The code of the error: `EKError(.noCalendar).code // .noCalendar`.
    public var code: Code { Code(rawValue: error.code) ?? .internalFailure }

    /// Additional information, such as a description: `EKError(.noCalendar).userInfo.isEmpty // true`.
    public var userInfo: [String: Any] { error.userInfo }

    /// The domain of the errors: `EKError.errorDomain // "EKErrorDomain"`.
    public static var errorDomain: String { EKErrorDomain }

    /// The raw value of the code: `EKError(.noCalendar).errorCode // 1`.
    public var errorCode: Int { error.code }

    /// The ``userInfo`` for `NSError`: `EKError(.noCalendar).errorUserInfo.isEmpty // true`.
    public var errorUserInfo: [String: Any] { error.userInfo }

    /// A description of the error for users: `EKError(.noCalendar).errorDescription // "noCalendar"`.
    public var errorDescription: String? {
        error.userInfo[NSLocalizedDescriptionKey] as? String ?? "\(code)"
    }

    init(_ code: Code, _ description: String) {
        self.init(code, userInfo: [NSLocalizedDescriptionKey: description])
    }

    /// Converts an error of the underlying store, whose codes have the same names.
    init(_ error: StoreError) {
        let codes = (0..<Code.last.rawValue).compactMap(Code.init(rawValue:))
        self.init(codes.first { "\($0)" == error.code.description } ?? .internalFailure, error.description)
    }
}

/// As on Apple's systems, an `EKError` can be caught as `NSError`, and an `NSError` of this domain as `EKError`.
extension EKError: _ObjectiveCBridgeable {
    private init?(_ error: NSError) {
        guard error.domain == EKErrorDomain, let code = Code(rawValue: error.code) else { return nil }
        self.init(code, userInfo: error.userInfo)
    }

    // swift-format-ignore: NoLeadingUnderscores
    /// Returns the error as an `NSError`: `(EKError(.noCalendar) as NSError).code // 1`.
    public func _bridgeToObjectiveC() -> NSError { error }

    // swift-format-ignore: NoLeadingUnderscores
    /// Converts an `NSError` unconditionally: `NSError(domain: EKErrorDomain, code: 1) as? EKError`.
    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout EKError?) {
        result = EKError(source)
    }

    // swift-format-ignore: NoLeadingUnderscores
    /// Converts an `NSError` if it has this domain: `NSError(domain: "", code: 1) as? EKError // nil`.
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSError, result: inout EKError?) -> Bool {
        result = EKError(source)
        return result != nil
    }

    // swift-format-ignore: NoLeadingUnderscores
    /// Converts an `NSError`, or returns ``EKError/internalFailure`` for another domain.
    ///
    /// ```swift
    /// EKError._unconditionallyBridgeFromObjectiveC(nil).code  // .internalFailure
    /// ```
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> EKError {
        source.flatMap { EKError($0) } ?? EKError(.internalFailure)
    }
}
