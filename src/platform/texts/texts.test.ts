import { describe, expect, it } from 'vitest';
import { formatIsoDay, formatMoment, setTimeZone } from './formats.ts';
import { createTranslate, defineTexts } from './texts.ts';

const texts = defineTexts('cart', {
  count: '{count, plural, =0 {Nothing yet} one {# piece} other {# pieces}}',
  added: '{name} is in your cart.',
  plain: 'Show <b> as it is',
  range: '{first} to {last}',
});

describe('a text', () => {
  it('is formatted in its locale', () => {
    const t = createTranslate('en');
    expect(t(texts.count, { count: 0 })).toBe('Nothing yet');
    expect(t(texts.count, { count: 1234 })).toBe('1,234 pieces');
    expect(t(texts.added, { name: '<i>Bowl</i>' })).toBe('<i>Bowl</i> is in your cart.');
    expect(t(texts.plain)).toBe('Show <b> as it is');
  });

  it('shows plain placeholders as ICU does: numbers without grouping, and none may be missing', () => {
    const t = createTranslate('en');
    expect(t(texts.range, { first: 1234, last: '' })).toBe('1234 to ');
    expect(() => t(texts.range, { first: 1 })).toThrow('"last"');
  });

  it('can be replaced by a shop under its permanent key', () => {
    expect(texts.added.key).toBe('cart.added');
    expect(createTranslate('en', { 'cart.added': 'Got it: {name}' })(texts.added, { name: 'Bowl' })).toBe(
      'Got it: Bowl',
    );
  });
});

it('[D10] dates follow the time zone of the shop in formats, messages and days, and that of the process again without one', () => {
  const t = createTranslate('en-GB');
  const { due } = defineTexts('dates', { due: '{due, date, ::dMMMMHHmmz}' });
  const date = new Date('2026-12-31T23:30:00Z');
  const read = () => [t(due, { due: date }), formatMoment(date, 'en-GB'), formatIsoDay(date)];
  const before = read();
  setTimeZone('Europe/Dublin');
  expect(read()).toEqual(['31 December at 23:30 GMT', '31 Dec 2026, 23:30', '2026-12-31']);
  setTimeZone('Pacific/Auckland');
  expect(read()).toEqual(['1 January at 12:30 GMT+13', '1 Jan 2027, 12:30', '2027-01-01']);
  setTimeZone(null);
  expect(read()).toEqual(before);
});

it('days follow a time zone that is spelled in other letters', () => {
  const moment = new Date('2026-07-01T23:30:00Z');
  setTimeZone('europe/berlin');
  const found = [formatIsoDay(moment), new Intl.DateTimeFormat().resolvedOptions().timeZone];
  setTimeZone(null);
  expect(found).toEqual(['2026-07-02', 'Europe/Berlin']);
});
