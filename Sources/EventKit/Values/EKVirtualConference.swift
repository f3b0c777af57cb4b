public import Foundation

/// The identifier of a room type for virtual conferences.
///
/// ```swift
/// let identifier: EKVirtualConferenceRoomTypeIdentifier = "studio"
/// ```
public typealias EKVirtualConferenceRoomTypeIdentifier = String

/// A room type for virtual conferences.
///
/// ```swift
/// EKVirtualConferenceRoomTypeDescriptor(title: "Studio", identifier: "studio").title  // "Studio"
/// ```
public final class EKVirtualConferenceRoomTypeDescriptor: NSObject, Sendable {
    /// The display name: `"Studio"`.
    public let title: String
    /// The identifier that programs use: `"studio"`.
    public let identifier: EKVirtualConferenceRoomTypeIdentifier

    /// Creates a room type.
    ///
    /// ```swift
    /// EKVirtualConferenceRoomTypeDescriptor(title: "Studio", identifier: "studio").identifier  // "studio"
    /// ```
    public init(title: String, identifier: EKVirtualConferenceRoomTypeIdentifier) {
        self.title = title
        self.identifier = identifier
    }
}

/// A way to join a virtual conference.
///
/// ```swift
/// let link = EKVirtualConferenceURLDescriptor(title: nil, url: URL(filePath: "/room"))
/// ```
public final class EKVirtualConferenceURLDescriptor: NSObject, Sendable {
    /// The display name, or nil: `"Phone"`.
    public let title: String?
    /// The address: `URL(string: "tel:+49-30-123")`.
    public let url: URL

    /// Creates a URL for joining a conference.
    ///
    /// ```swift
    /// EKVirtualConferenceURLDescriptor(title: "Room", url: URL(filePath: "/room")).title  // "Room"
    /// ```
    public init(title: String?, url: URL) {
        self.title = title
        self.url = url
    }

    /// Creates a URL for joining a conference.
    ///
    /// This is the Objective-C spelling.
    ///
    /// ```swift
    /// EKVirtualConferenceURLDescriptor(title: nil, URL: URL(filePath: "/room")).title  // nil
    /// ```
    public convenience init(title: String?, URL: URL) { self.init(title: title, url: URL) }
}

/// A virtual conference.
///
/// ```swift
/// let conference = EKVirtualConferenceDescriptor(title: "Studio", urlDescriptors: [], conferenceDetails: nil)
/// ```
public final class EKVirtualConferenceDescriptor: NSObject, Sendable {
    /// The display name, or nil: `"Studio"`.
    public let title: String?
    /// The ways to join: `conference.urlDescriptors.first?.url`.
    public let urlDescriptors: [EKVirtualConferenceURLDescriptor]
    /// Additional details for participants, or nil: `"The code is 1234."`.
    public let conferenceDetails: String?

    /// Creates a conference.
    ///
    /// ```swift
    /// EKVirtualConferenceDescriptor(title: "Studio", urlDescriptors: [], conferenceDetails: nil).title  // "Studio"
    /// ```
    public init(
        title: String?,
        urlDescriptors: [EKVirtualConferenceURLDescriptor],
        conferenceDetails: String?
    ) {
        self.title = title
        self.urlDescriptors = urlDescriptors
        self.conferenceDetails = conferenceDetails
    }

    /// Creates a conference.
    ///
    /// This is the Objective-C spelling.
    ///
    /// ```swift
    /// EKVirtualConferenceDescriptor(title: nil, URLDescriptors: [], conferenceDetails: nil).title  // nil
    /// ```
    public convenience init(
        title: String?,
        URLDescriptors: [EKVirtualConferenceURLDescriptor],
        conferenceDetails: String?
    ) {
        self.init(title: title, urlDescriptors: URLDescriptors, conferenceDetails: conferenceDetails)
    }
}

/// A provider of virtual conferences. On Linux, nothing calls the provider.
///
/// ```swift
/// final class Rooms: EKVirtualConferenceProvider, @unchecked Sendable {
///     override func fetchVirtualConference(identifier: String) async throws -> EKVirtualConferenceDescriptor {
///         EKVirtualConferenceDescriptor(title: identifier, urlDescriptors: [], conferenceDetails: nil)
///     }
/// }
/// ```
// The class is Sendable because it has no state.
open class EKVirtualConferenceProvider: NSObject, @unchecked Sendable {
    /// Returns the available room types; throws an error unless a subclass overrides this method.
    ///
    /// ```swift
    /// let types = try? await EKVirtualConferenceProvider().fetchAvailableRoomTypes()
    /// ```
    ///
    /// - Throws: ``EKError/osNotSupported``.
    open func fetchAvailableRoomTypes() async throws -> [EKVirtualConferenceRoomTypeDescriptor] {
        throw EKError(.osNotSupported, "this provider has no room types")
    }

    /// Passes the available room types to a handler, on any thread: `provider.fetchAvailableRoomTypes { types, error in
    /// }`.
    @preconcurrency
    open func fetchAvailableRoomTypes(
        completionHandler:
            @escaping @Sendable ([EKVirtualConferenceRoomTypeDescriptor]?, (any Error)?) -> Void
    ) {
        Task.detached { [self] in
            do { completionHandler(try await fetchAvailableRoomTypes(), nil) } catch {
                completionHandler(nil, error)
            }
        }
    }

    /// Returns a conference for a room type; throws an error unless a subclass overrides this method.
    ///
    /// ```swift
    /// let conference = try? await EKVirtualConferenceProvider().fetchVirtualConference(identifier: "studio")
    /// ```
    ///
    /// - Throws: ``EKError/osNotSupported``.
    open func fetchVirtualConference(
        identifier: EKVirtualConferenceRoomTypeIdentifier
    ) async throws -> EKVirtualConferenceDescriptor {
        throw EKError(.osNotSupported, "this provider has no conferences")
    }

    /// Passes a conference for a room type to a handler, on any thread:
    /// `provider.fetchVirtualConference(identifier: "studio") { conference, error in }`.
    @preconcurrency
    open func fetchVirtualConference(
        identifier: EKVirtualConferenceRoomTypeIdentifier,
        completionHandler: @escaping @Sendable (EKVirtualConferenceDescriptor?, (any Error)?) -> Void
    ) {
        Task.detached { [self] in
            do {
                completionHandler(try await fetchVirtualConference(identifier: identifier), nil)
            } catch {
                completionHandler(nil, error)
            }
        }
    }
}
