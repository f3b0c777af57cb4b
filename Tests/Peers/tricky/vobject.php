<?php
// Prints the occurrences that sabre/vobject finds: vobject.php CHECKOUT FILE FROM TO, in seconds since 1970.
[, $checkout, $file, $from, $to] = $argv;
spl_autoload_register(function ($name) use ($checkout) {
    $path = $checkout.'/lib/'.str_replace('\\', '/', substr($name, strlen('Sabre\\VObject\\'))).'.php';
    if (str_starts_with($name, 'Sabre\\VObject\\') && is_file($path)) {
        require $path;
    }
});
// Only the XML output requires sabre/xml.
eval('namespace Sabre\\Xml; interface XmlSerializable {}');
error_reporting(E_ERROR);
$utc = new DateTimeZone('UTC');
$calendar = Sabre\VObject\Reader::read(file_get_contents($file), Sabre\VObject\Reader::OPTION_FORGIVING);
$expanded = $calendar->expand(new DateTimeImmutable('@'.$from), new DateTimeImmutable('@'.$to), $utc);
foreach ($expanded->select('VEVENT') as $event) {
    $start = $event->DTSTART->getDateTime($utc);
    if (isset($event->DTEND)) {
        $end = $event->DTEND->getDateTime($utc);
    } elseif (isset($event->DURATION)) {
        $end = $start->add($event->DURATION->getDateInterval());
    } else {
        $end = $event->DTSTART->hasTime() ? $start : $start->modify('+1 day');
    }
    echo $start->getTimestamp(), ' ', $end->getTimestamp(), "\n";
}
