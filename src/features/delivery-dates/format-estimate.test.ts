import { describe, expect, it } from 'vitest';
import { formatDays } from './format-estimate.ts';

/** @param now default: in 2026 */
function format(locale: string, earliest: string, latest: string, now = new Date(2026, 10, 28)): string {
  const { first, separator, last } = formatDays({ locale, now }, { earliest, latest });
  return `${first}${separator}${last}`.replace(/\s/g, ' ');
}

describe('the days of an arrival (D4)', () => {
  it.each([
    ['en-GB', '2026-12-03', '2026-12-07', 'Thu 3 – Mon 7 Dec'],
    ['en-IE', '2026-12-03', '2026-12-07', 'Thu 3 – Mon 7 Dec'],
    ['en-GB', '2026-11-30', '2026-12-07', 'Mon 30 Nov – Mon 7 Dec'],
    ['en-GB', '2026-12-03', '2026-12-03', 'Thu 3 Dec'],
    ['en-GB', '2026-12-30', '2027-01-05', 'Wed, 30 Dec 2026 – Tue, 5 Jan 2027'],
    ['en-US', '2026-12-03', '2026-12-07', 'Thu, Dec 3 – Mon, Dec 7'],
    ['de-DE', '2026-12-03', '2026-12-07', 'Do., 3. – Mo., 7. Dez.'],
    ['fr-FR', '2026-12-03', '2026-12-07', 'jeu. 3 – lun. 7 déc.'],
    ['ja', '2026-12-03', '2026-12-07', '12/03(木)～12/07(月)'],
  ])('in %s, from %s to %s, are written in the order of the locale', (locale, earliest, latest, words) => {
    expect(format(locale, earliest, latest)).toBe(words);
  });

  it('have a year only while it is another one', () => {
    expect(format('en-GB', '2027-01-04', '2027-01-05')).toBe('Mon, 4 – Tue, 5 Jan 2027');
    expect(format('en-GB', '2027-01-04', '2027-01-05', new Date(2027, 0, 1))).toBe('Mon 4 – Tue 5 Jan');
  });
});
