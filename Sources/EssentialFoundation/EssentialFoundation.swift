// Reexports Foundation without its internationalization where that is a module of its own.
#if canImport(FoundationEssentials)
    @_exported public import FoundationEssentials
#else
    @_exported public import Foundation
#endif
