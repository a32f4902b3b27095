import { describe, expect, it } from 'vitest';
import { normalizeAddress } from './check-address.ts';
import { suggestAddressFields } from './suggest-address.ts';

const suggest = (country: string, postcode: string, state = '') => {
  const names = { first_name: '', last_name: '', company: '', address_1: '', address_2: '', city: '' };
  const found = suggestAddressFields(normalizeAddress({ ...names, country, postcode, state }), 'en');
  return found.map(({ field, value }) => `${field} ${value}`);
};

describe('a suggestion for an address', () => {
  it.each([
    ['IE', 'DO2 X285', '', 'postcode D02 X285'],
    ['CA', 'K1A OB1', '', 'postcode K1A 0B1'],
    ['DE', '1O115', '', 'postcode 10115'],
    ['US', '', 'Californa', 'state California'],
    ['US', '', 'new yrok', 'state New York'],
  ])('in %s for %j and %j is %s', (country, postcode, state, suggestion) => {
    expect(suggest(country, postcode, state)).toEqual([suggestion]);
  });

  it.each([
    ['IE', 'D02 X285', ''],
    ['IE', '!!', ''],
    ['US', '10001', 'California'],
    ['US', '10001', 'CA'],
    ['US', '10001', 'Elsewhere'],
    ['HK', 'OO', ''],
  ])('in %s is not made for %j and %j', (country, postcode, state) => {
    expect(suggest(country, postcode, state)).toEqual([]);
  });
});
