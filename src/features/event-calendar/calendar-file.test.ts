import { describe, expect, it } from 'vitest';
import { createCalendarFile } from './calendar-file.ts';

const writtenAt = new Date('2026-11-24T00:10:59.123Z');
const event = {
  uid: 'order-12-line@shop.example',
  title: 'A day at the wheel',
  description: '',
  startsAt: new Date('2026-12-12T10:00:00Z'),
  endsAt: new Date('2026-12-12T16:00:00Z'),
  place: 'The sail loft',
  url: null,
  isTentative: false,
};

/** Joins folded lines (RFC 5545, 3.1). */
const unfold = (file: string) => file.replaceAll('\r\n ', '').split('\r\n');

describe('a calendar file', () => {
  it('has times in UTC, a stamp and a stable id, each line with CRLF', () => {
    expect(createCalendarFile('Saltmarsh', [event], writtenAt)).toBe(
      [
        ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Saltmarsh//Orders//EN', 'CALSCALE:GREGORIAN'],
        ...['METHOD:PUBLISH', 'BEGIN:VEVENT', 'UID:order-12-line@shop.example', 'DTSTAMP:20261124T001059Z'],
        ...['DTSTART:20261212T100000Z', 'DTEND:20261212T160000Z', 'SUMMARY:A day at the wheel'],
        ...['LOCATION:The sail loft', 'STATUS:CONFIRMED', 'END:VEVENT', 'END:VCALENDAR', ''],
      ].join('\r\n'),
    );
  });

  it('escapes texts, so that none can add a line of its own', () => {
    const title = 'Clay, glaze; a \\ and\nBEGIN:VALARM\r\ntab\t\u0007';
    const [summary] = unfold(createCalendarFile('S', [{ ...event, title }], writtenAt)).filter((line) =>
      line.startsWith('SUMMARY'),
    );
    expect(summary).toBe('SUMMARY:Clay\\, glaze\\; a \\\\ and\\nBEGIN:VALARM\\ntab');
  });

  it('folds lines at 75 octets without dividing a character', () => {
    const title = `${'é'.repeat(40)}${'🏺'.repeat(40)}`;
    const file = createCalendarFile('S', [{ ...event, title }], writtenAt);
    const sizes = file.split('\r\n').map((line) => Buffer.byteLength(line));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(75);
    expect(Math.max(...sizes)).toBeGreaterThan(71);
    expect(file).not.toContain('\uFFFD');
    expect(unfold(file)).toContain(`SUMMARY:${title}`);
  });

  it('says where an online event is joined, and that an unpaid one is tentative', () => {
    const online = { ...event, place: null, url: 'https://meet.example/a,b;c', isTentative: true };
    expect(unfold(createCalendarFile('S', [online], writtenAt))).toEqual(
      expect.arrayContaining([
        'LOCATION:https://meet.example/a\\,b\\;c',
        'URL:https://meet.example/a,b;c',
        'STATUS:TENTATIVE',
      ]),
    );
  });
});
