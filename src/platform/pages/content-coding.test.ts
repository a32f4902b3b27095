import { describe, expect, it } from 'vitest';
import { chooseCoding, encodeText } from './content-coding.ts';

describe('the coding of a reply', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=0.5, br;q=1.0', 'br'],
    ['br;q=0,gzip;q=0.000', 'identity'],
    ['deflate', 'identity'],
  ])('for Accept-Encoding %j is %s', (accept, coding) => {
    expect(chooseCoding(accept)).toBe(coding);
  });
});

describe('the bytes of a text', () => {
  it.each([
    ['Latin letters', 'Bowl é'],
    ['signs of several bytes', '“Bowl” – €12 😀'],
    ['half of a surrogate pair', 'cut \ud83d'],
  ])('are UTF-8, short and long: %s', (_what, text) => {
    for (const times of [1, 1_000, 200_000])
      expect(encodeText(text.repeat(times)).equals(Buffer.from(text.repeat(times)))).toBe(true);
  });
});
