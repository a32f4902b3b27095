import { describe, expect, it } from 'vitest';
import { createNonces } from './nonces.ts';

const hour = 60 * 60 * 1000;
const secret = 'a'.repeat(32);
const other = 'b'.repeat(32);

function at(time: number, secrets: [string, ...string[]] = [secret]) {
  return createNonces(secrets, { now: () => new Date(time) });
}

describe('a nonce', () => {
  const made = at(12 * hour).create('visitor-1', 'add_to_wishlist');

  it('is valid for its visitor and action', () => {
    expect(at(12 * hour).isValid('visitor-1', 'add_to_wishlist', made)).toBe(true);
  });

  it('is invalid for another visitor, for another action, or without a visitor', () => {
    expect(at(12 * hour).isValid('visitor-2', 'add_to_wishlist', made)).toBe(false);
    expect(at(12 * hour).isValid('visitor-1', 'save_title', made)).toBe(false);
    expect(at(12 * hour).isValid(null, 'add_to_wishlist', made)).toBe(false);
  });

  it('lasts at least 12 hours and at most 24', () => {
    expect(at(24 * hour).isValid('visitor-1', 'add_to_wishlist', made)).toBe(true);
    expect(at(36 * hour).isValid('visitor-1', 'add_to_wishlist', made)).toBe(false);
  });

  it('stays valid after a change of the secret while the old one is listed', () => {
    expect(at(12 * hour, [other, secret]).isValid('visitor-1', 'add_to_wishlist', made)).toBe(true);
    expect(at(12 * hour, [other]).isValid('visitor-1', 'add_to_wishlist', made)).toBe(false);
  });

  it('is refused when it is malformed', () => {
    for (const nonsense of ['', 'x', 'y'.repeat(10_000), made.slice(0, -1)]) {
      expect(at(12 * hour).isValid('visitor-1', 'add_to_wishlist', nonsense)).toBe(false);
    }
  });
});
