import { describe, expect, it } from 'vitest';
import { createPageKey, createPagePath, readAllowedQuery } from './page-key.ts';

const listing = { path: '/category/:slug', query: ['page', 'orderby'] };

describe('the key of a page', () => {
  it('leaves out parameters that the page does not name', () => {
    expect(readAllowedQuery(listing, 'utm_source=mail&page=2&fbclid=x')).toEqual({ page: '2' });
  });

  it('is the same whatever the order of the parameters', () => {
    const keys = ['page=2&orderby=price', 'orderby=price&page=2&x=1'].map((search) =>
      createPageKey('/shop', readAllowedQuery(listing, search)),
    );
    expect(new Set(keys).size).toBe(1);
  });

  it('uses the first of several values, and no empty or overlong one', () => {
    expect(readAllowedQuery(listing, `page=1&page=2&orderby=${'x'.repeat(201)}`)).toEqual({ page: '1' });
    expect(readAllowedQuery(listing, 'page=&orderby=')).toEqual({});
    const page = { ...listing, judgesQuery: true };
    expect(readAllowedQuery(page, `page=%00&orderby=${'x'.repeat(500)}`)).toEqual({
      page: '\0',
      orderby: 'x'.repeat(201),
    });
  });

  it('joins all values of a list', () => {
    const page = { query: ['is', 'page'], lists: ['is'] };
    expect(readAllowedQuery(page, 'is=a&page=2&is=b%2Cc')).toEqual({ is: 'a,b,c', page: '2' });
    expect(readAllowedQuery(page, `is=${'x'.repeat(1500)}&is=${'y'.repeat(600)}`)).toEqual({});
  });

  it('is the same however the path was escaped', () => {
    expect(createPagePath(listing, { slug: 'caf\u00e9 bowls' })).toBe('/category/caf%C3%A9%20bowls');
  });

  it('can not be forged by a value', () => {
    expect(createPageKey('/shop', { page: '2&orderby=price' })).not.toBe(
      createPageKey('/shop', { page: '2', orderby: 'price' }),
    );
  });
});
