// Reexports FoundationEssentials where it exists, which avoids Foundation's internationalization.
#if canImport(FoundationEssentials)
    @_exported public import FoundationEssentials
#else
    @_exported public import Foundation
#endif
