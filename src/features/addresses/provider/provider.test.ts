import { brotliCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTranslate } from '#platform/texts/texts.ts';
import { useDatabase } from '#tests/support/database.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { getAddressRules, listAddressFields } from '../address-rules.ts';
import {
  type AddressField,
  type AddressLocales,
  addressFields,
  addressI18nPath,
  createFieldMap,
  isAddressComplete,
  mergeLocaleRules,
  type StoreAddress,
  toProviderAddress,
  toStoreAddress,
} from '../contract.ts';
import { createAddressLocales } from './address-locales-page.ts';

const pairs = [
  ['[3.5/9]', 'address_1', 'address_line_1'],
  ['[3.5/10]', 'address_2', 'address_line_2'],
  ['[3.5/11]', 'state', 'admin_area_1'],
  ['[3.5/12]', 'city', 'admin_area_2'],
  ['[3.5/13]', 'postcode', 'postal_code'],
  ['[3.5/14]', 'country', 'country_code'],
] as const;

describe('[3.5/1] the two forms of an address', () => {
  it.each(pairs)('%s [3.5/15] %s is the provider’s %s, and back', (_, store, provider) => {
    expect(toProviderAddress({ [store]: 'x' })).toEqual({ [provider]: 'x' });
    expect(toStoreAddress({ [provider]: 'x' })).toEqual({ [store]: 'x' });
  });

  it.each([
    ['[3.5/3]', 'line1', 'address_1'],
    ['[3.5/4]', 'line2', 'address_2'],
    ['[3.5/5]', 'state', 'state'],
    ['[3.5/6]', 'city', 'city'],
  ])('%s accepts the provider’s %s for %s', (_, alias, store) => {
    expect(toStoreAddress({ [alias]: 'x' })).toEqual({ [store]: 'x' });
    const provider = pairs.find(([, name]) => name === store)?.[2] ?? '';
    expect(toStoreAddress({ [alias]: 'x', [provider]: 'y' })).toEqual({ [store]: 'y' });
    expect(toStoreAddress({ [alias]: 'x', [provider]: '' })).toEqual({ [store]: 'x' });
  });

  it('[3.5/7] [3.5/8] postal_code and country_code have no other names', () => {
    expect(toStoreAddress({ postcode: 'x', country: 'IE', zip: 'x' })).toEqual({});
  });

  it.each([
    ['[3.5/16]', 'city', 'city'],
    ['[3.5/17]', 'state', 'state'],
    ['[3.5/18]', 'postal_code', 'postcode'],
    ['[3.5/19]', 'country_code', 'country'],
  ])('%s the alternative mapping reads %s as %s', (_, provider, store) => {
    expect(toStoreAddress({ [provider]: 'x' }, { isAlternative: true })).toEqual({ [store]: 'x' });
  });

  it('[3.5/16] has no fifth entry', () => {
    const rest = { address_line_1: 'a', line2: 'b', admin_area_1: 'c', admin_area_2: 'd', postcode: 'e' };
    expect(toStoreAddress(rest, { isAlternative: true })).toEqual({});
  });

  it('[3.5/2] [3.5/15] come back as they were, whatever was typed', () => {
    const fields = pairs.map(([, store]) => store);
    const address = fc.record(Object.fromEntries(fields.map((name) => [name, fc.string()])), { requiredKeys: [] });
    fc.assert(
      fc.property(address, (typed: StoreAddress) => {
        expect(toStoreAddress(toProviderAddress(typed))).toEqual(typed);
      }),
    );
  });

  it('leaves out what a provider does not send or sends as null', () => {
    expect(toStoreAddress({ address_line_1: '1 Quay Lane', address_line_2: null })).toEqual({
      address_1: '1 Quay Lane',
    });
  });
});

describe('the fields of the checkout by name', () => {
  it.each([
    ['[3.5/21] [9.11/1] city', ['city'], 'billing_city'],
    ['[3.5/21] city of another prefix', ['city', 'shipping'], 'shipping_city'],
    ['[3.5/20] billing_city', ['billing_city'], 'billing_city'],
    ['[3.5/20] shipping_city', ['shipping_city'], 'shipping_city'],
  ] as const)('finds %s', (_, [name, prefix], key) => {
    const map = createFieldMap();
    map.write(name, 'Cork', prefix);
    expect(map.read(name, prefix)).toBe('Cork');
    expect(map.toObject()).toEqual({ [key]: 'Cork' });
  });

  it('[3.5/22] keeps what the form has and what was written, as one flat object', () => {
    const form = new Map([['billing_city', 'Cork']]);
    const map = createFieldMap({
      read: (name) => form.get(name),
      write: (name, value) => {
        if (form.has(name)) form.set(name, value);
      },
    });
    expect(map.read('city')).toBe('Cork');
    map.write('city', 'Galway');
    map.write('postcode', 'H91 E2R9', 'shipping');
    form.delete('billing_city');
    expect(map.read('country')).toBe('');
    expect(map.toObject()).toEqual({ billing_city: 'Galway', shipping_postcode: 'H91 E2R9' });
  });
});

const locales: AddressLocales = {
  default: { country: { required: true }, city: { required: true }, postcode: { required: true, label: 'Postcode' } },
  IE: { postcode: { required: false, label: 'Eircode' } },
  US: { state: { required: true } },
};
const inIreland = { country: 'IE', city: 'Cork' };

describe('an address is complete', () => {
  const cases: [string, Partial<Record<AddressField, string>> | null, boolean, AddressField[]?][] = [
    ['[5.3/1] not when there is none', null, false],
    ['[5.3/1] not when it is empty', {}, false],
    ['[5.3/2] not without a country', { city: 'Cork', postcode: '1' }, false],
    ['[5.3/2] not without a country that is left out of the check', { city: 'Cork' }, false, ['country', 'postcode']],
    ['[5.3/3] not without a required field', { country: 'IE' }, false],
    ['[5.3/3] not with a blank required field', { country: 'IE', city: ' \t' }, false],
    ['[5.3/4] by the default and the country together', inIreland, true],
    [
      '[5.3/4] not by the default alone, if the country requires more',
      { country: 'US', city: 'X', postcode: '1' },
      false,
    ],
    ['[5.3/4] by the default in any other country', { country: 'FR', city: 'Lyon', postcode: '69001' }, true],
    ['[5.3/4] not without what the default requires there', { country: 'FR', city: 'Lyon' }, false],
    ['[5.3/4] with a country that is no entry but a property', { country: 'toString', city: 'X' }, false],
    ['[5.3/5] without a field that is left out of the check', { country: 'FR', city: 'Lyon' }, true, ['postcode']],
  ];
  it.each(cases)('%s', (_, address, isComplete, omitted) => {
    expect(isAddressComplete(address, locales, omitted)).toBe(isComplete);
  });
});

describe('[3.5/25] the setting i18n', () => {
  const t = createTranslate('en-GB');

  it('[5.3/4] says of each country, merged with the default, what forms say', () => {
    const countries = ['IE', 'GB', 'US', 'DE', 'JP', 'HK', 'FR'];
    const made = createAddressLocales(t, countries);
    expect(Object.keys(made).sort()).toEqual([...countries, 'default'].sort());
    for (const country of [...countries, 'XX']) {
      const merged = mergeLocaleRules(made, country);
      const rules = getAddressRules(country === 'XX' ? '' : country);
      for (const field of addressFields)
        expect([field, merged[field]?.label, merged[field]?.required]).toEqual([
          ...[field, t(rules[field].label), rules[field].required],
        ]);
      const inOrder = [...addressFields].sort((a, b) => (merged[a]?.priority ?? 0) - (merged[b]?.priority ?? 0));
      expect(inOrder).toEqual(listAddressFields(country === 'XX' ? '' : country));
    }
  });

  describe('is served', () => {
    const database = useDatabase();
    let reply: { readonly body: string; readonly headers: Record<string, unknown> };

    beforeAll(async () => {
      const { http } = await testShop(database, { choices: { countries: ['IE', 'US'] } });
      reply = await http.inject(addressI18nPath);
    });

    it('as a locale field with JSON, only for countries that the shop sells to', () => {
      const { locale } = JSON.parse(reply.body) as { locale: string };
      expect(Object.keys(JSON.parse(locale)).sort()).toEqual(['IE', 'US', 'default']);
    });

    it('to a client, which tells from the reply alone whether an address is complete', () => {
      const locales = JSON.parse((JSON.parse(reply.body) as { locale: string }).locale) as AddressLocales;
      const ireland = {
        ...{ first_name: 'Ada', last_name: 'Byrne', address_1: '1 Quay Lane', city: 'Cork', country: 'IE' },
      };
      const america = { ...ireland, country: 'US', postcode: '10001' };
      expect(isAddressComplete(ireland, locales)).toBe(true);
      expect(isAddressComplete({ ...ireland, city: ' ' }, locales)).toBe(false);
      expect(isAddressComplete(america, locales)).toBe(false);
      expect(isAddressComplete({ ...america, state: 'NY' }, locales)).toBe(true);
      expect(mergeLocaleRules(locales, 'US').postcode?.label).toBe('ZIP code');
    });

    it('small, and from the caches of the shop and the browser', () => {
      expect(reply.headers.etag).toBeTruthy();
      expect(brotliCompressSync(reply.body).length).toBeLessThan(500);
    });
  });
});
