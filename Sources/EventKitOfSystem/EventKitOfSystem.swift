// Apple's framework, for packages that depend on the product EventKit on every system.
@_exported public import EventKit
