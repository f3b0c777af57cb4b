// Prints the occurrences that ical.js finds: icaljs.mjs CHECKOUT FILE FROM TO, in seconds since 1970.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [checkout, file, from, to] = process.argv.slice(2);
const ICAL = (await import(pathToFileURL(`${checkout}/lib/ical/module.js`))).default;
const parsed = ICAL.parse(readFileSync(file, 'utf8'));
const roots = Array.isArray(parsed[0]) ? parsed : [parsed];
for (const root of roots.map((data) => new ICAL.Component(data))) {
  for (const zone of root.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  const events = root.getAllSubcomponents('vevent');
  const overrides = events.filter((event) => event.hasProperty('recurrence-id'));
  for (const component of events.filter((event) => !event.hasProperty('recurrence-id'))) {
    const uid = component.getFirstPropertyValue('uid');
    const own = overrides.filter((item) => item.getFirstPropertyValue('uid') === uid);
    const event = new ICAL.Event(component, { exceptions: own });
    const print = (start, end) => {
      const [first, last] = [start.toUnixTime(), end.toUnixTime()];
      if (first < Number(to) && (last > Number(from) || (first === last && first >= Number(from)))) {
        console.log(first, last);
      }
    };
    if (!event.isRecurring()) {
      print(event.startDate, event.endDate);
      continue;
    }
    const iterator = event.iterator();
    for (let next = iterator.next(); next; next = iterator.next()) {
      if (next instanceof ICAL.Period) {
        print(next.start, next.getEnd());
        continue;
      }
      if (next.toUnixTime() >= Number(to)) break;
      const details = event.getOccurrenceDetails(next);
      print(details.startDate, details.endDate);
    }
  }
}
