import { describe, expect, it } from 'vitest';
import { createGuestRequestKey, readVisitorOfKey } from './request-key.ts';

describe('the key of a form that may be the first write of a guest', () => {
  const at = (time: string, secret = 'first') => ({
    config: { secrets: [secret] } as never,
    clock: { now: () => new Date(time) } as never,
  });
  const shop = at('2027-06-05T12:00:00Z');

  it('names one visitor for an hour', () => {
    const key = createGuestRequestKey(shop);
    expect(key.length).toBeLessThanOrEqual(100);
    expect(readVisitorOfKey(at('2027-06-05T12:59:00Z'), key)).toMatch(/^[\da-f-]{36}$/);
    expect(readVisitorOfKey(shop, key)).toBe(readVisitorOfKey(shop, key));
    expect(readVisitorOfKey(at('2027-06-05T13:00:00Z'), key)).toBeNull();
    expect(createGuestRequestKey(shop)).not.toBe(key);
  });

  it('is nobody’s when it was made elsewhere, or changed', () => {
    const key = createGuestRequestKey(shop);
    const [visitor = '', time = '', signature = ''] = key.split('.');
    const other = createGuestRequestKey(shop).split('.')[0] ?? '';
    expect(readVisitorOfKey(at('2027-06-05T12:00:00Z', 'second'), key)).toBeNull();
    for (const forged of [`${other}.${time}.${signature}`, `${visitor}.${time}0.${signature}`, visitor, '..', '', null])
      expect(readVisitorOfKey(shop, forged)).toBeNull();
  });
});
