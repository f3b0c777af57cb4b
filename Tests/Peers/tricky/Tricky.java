// Prints the occurrences that ical4j finds: Tricky FILE FROM TO, in seconds since 1970.
import java.io.FileInputStream;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.Temporal;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.fortuna.ical4j.data.CalendarBuilder;
import net.fortuna.ical4j.model.Calendar;
import net.fortuna.ical4j.model.ComponentGroup;
import net.fortuna.ical4j.model.Period;
import net.fortuna.ical4j.model.Property;
import net.fortuna.ical4j.model.component.VEvent;
import net.fortuna.ical4j.model.property.Uid;
import net.fortuna.ical4j.util.CompatibilityHints;

public class Tricky {
    /** Returns a date, a floating time or an instant as seconds since 1970. */
    static long seconds(Temporal time) {
        if (time instanceof LocalDate) return ((LocalDate) time).atStartOfDay(ZoneOffset.UTC).toEpochSecond();
        if (time instanceof LocalDateTime) return ((LocalDateTime) time).toEpochSecond(ZoneOffset.UTC);
        return Instant.from(time).getEpochSecond();
    }

    /** Returns the window in the form of an event's DTSTART, since ical4j compares the two. */
    static Period<? extends Temporal> window(Temporal start, long from, long to) {
        if (start instanceof LocalDate) {
            return new Period<>(LocalDate.ofEpochDay(from / 86400), LocalDate.ofEpochDay(to / 86400));
        }
        if (start instanceof LocalDateTime) {
            return new Period<>(LocalDateTime.ofEpochSecond(from, 0, ZoneOffset.UTC),
                    LocalDateTime.ofEpochSecond(to, 0, ZoneOffset.UTC));
        }
        if (start instanceof Instant) return new Period<>(Instant.ofEpochSecond(from), Instant.ofEpochSecond(to));
        return new Period<>(ZonedDateTime.ofInstant(Instant.ofEpochSecond(from), ZoneOffset.UTC),
                ZonedDateTime.ofInstant(Instant.ofEpochSecond(to), ZoneOffset.UTC));
    }

    public static void main(String[] arguments) throws Exception {
        for (String hint : List.of(CompatibilityHints.KEY_RELAXED_PARSING, CompatibilityHints.KEY_RELAXED_UNFOLDING,
                CompatibilityHints.KEY_OUTLOOK_COMPATIBILITY)) {
            CompatibilityHints.setHintEnabled(hint, true);
        }
        Calendar calendar = new CalendarBuilder().build(new FileInputStream(arguments[0]));
        long from = Long.parseLong(arguments[1]);
        long to = Long.parseLong(arguments[2]);
        List<VEvent> events = calendar.getComponents("VEVENT");
        Set<String> done = new HashSet<>();
        for (VEvent event : events) {
            Uid uid = event.getRequiredProperty(Property.UID);
            if (!done.add(uid.getValue())) continue;
            Temporal start = event.getDateTimeStart().getDate();
            ComponentGroup<VEvent> group = new ComponentGroup<>(events, uid);
            for (Period<Temporal> period : group.<Temporal>calculateRecurrenceSet(window(start, from, to))) {
                System.out.println(seconds(period.getStart()) + " " + seconds(period.getEnd()));
            }
        }
    }
}
