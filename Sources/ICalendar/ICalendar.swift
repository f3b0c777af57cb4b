// The modules that `import ICalendar` re-exports.
@_exported public import ICalendarChecking
@_exported public import ICalendarCore
@_exported public import ICalendarExchange
@_exported public import ICalendarExplaining
@_exported public import ICalendarFoundation
@_exported public import ICalendarIsolation
@_exported public import ICalendarReports
