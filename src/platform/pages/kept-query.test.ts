import { describe, expect, it } from 'vitest';
import { keepQuery } from './kept-query.ts';

describe('the query of a redirect (C4)', () => {
  it.each([
    ['/a', '/b', '/a'],
    ['/a', '/b?', '/a'],
    ['/a', '/b?x=1&y=2', '/a?x=1&y=2'],
    ['/a?page=2', '/b?x=1', '/a?page=2&x=1'],
    ['/a?page=2', '/b?page=9&x=1', '/a?page=2&x=1'],
    ['/a?page=2', '/b', '/a?page=2'],
    ['/a', '/b?p=4&x=1', '/a?x=1'],
    ['/a', '/b?%zz=1&=2&flag', '/a?%25zz=1&=2&flag='],
    ['/a', '/b?x=%E4%F6', '/a?x=%EF%BF%BD%EF%BF%BD'],
  ])('to %s from %s leads to %s', (target, url, expected) => {
    expect(keepQuery(target, url, ['p'])).toBe(expected);
  });

  it('is short, and safe in a header', () => {
    const noise = Array.from({ length: 400 }, (_, index) => `n${index}=\r\nx`).join('&');
    const kept = keepQuery('/a', `/b?${noise}`);
    expect(kept.length).toBeLessThan(2100);
    expect(kept).toMatch(/^[\x21-\x7e]+$/);
  });
});
