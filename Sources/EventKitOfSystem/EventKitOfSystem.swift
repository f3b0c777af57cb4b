// Reexports Apple's framework, so that packages can depend on the EventKit product on every platform.
@_exported public import EventKit
