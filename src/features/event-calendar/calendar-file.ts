import type { EventDate } from '#features/catalog/index.ts';

export interface CalendarEvent extends Omit<EventDate, 'timeZone'> {
  /** Globally unique and stable (RFC 5545, 3.8.4.7). */
  readonly uid: string;
  readonly title: string;
  readonly description: string;
  readonly isTentative: boolean;
}

/**
 * Writes events as iCalendar (RFC 5545). Times are in UTC, so the file needs no definitions of time zones.
 * @param writtenAt when the file was written
 */
export function createCalendarFile(producer: string, events: readonly CalendarEvent[], writtenAt: Date): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(producer)}//Orders//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...events.flatMap((event) => listEventLines(event, writtenAt)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}

function listEventLines(event: CalendarEvent, writtenAt: Date): string[] {
  const { uid, title, description, startsAt, endsAt, place, url, isTentative } = event;
  const location = place ?? url;
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(uid)}`,
    `DTSTAMP:${formatUtc(writtenAt)}`,
    `DTSTART:${formatUtc(startsAt)}`,
    `DTEND:${formatUtc(endsAt)}`,
    `SUMMARY:${escapeText(title)}`,
    ...(description === '' ? [] : [`DESCRIPTION:${escapeText(description)}`]),
    ...(location === null ? [] : [`LOCATION:${escapeText(location)}`]),
    ...(url === null ? [] : [`URL:${url}`]),
    `STATUS:${isTentative ? 'TENTATIVE' : 'CONFIRMED'}`,
    'END:VEVENT',
  ];
}

/** Returns a time such as `20261212T090000Z`. */
const formatUtc = (time: Date): string => time.toISOString().replace(/[-:]|\.\d{3}/g, '');

/** Escapes a value of the type TEXT (RFC 5545, 3.3.11), and removes control characters, which it must not contain. */
function escapeText(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll(/\r\n|\r|\n/g, '\\n')
    .replaceAll(/\p{Cc}/gu, '');
}

const maxOctets = 75;

/** Folds a line into lines of at most 75 octets (RFC 5545, 3.1), without dividing a character. */
function foldLine(line: string): string {
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > maxOctets) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}
