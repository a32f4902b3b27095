import { describe, expect, it } from 'vitest';
import { chooseCoding } from './content-coding.ts';

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
