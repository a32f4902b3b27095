import { describe, expect, it } from 'vitest';
import { orderDocument } from '../rest/documents.ts';
import { toPayer } from './payer.ts';

const read = (unit: object, paypal: object = {}) =>
  toPayer(orderDocument.parse({ id: 'A', status: 'APPROVED', purchase_units: [unit], payment_source: { paypal } }));
const send = (full_name: string, address: object) => read({ shipping: { name: { full_name }, address } });
const cork = { address_line_1: '1 Quay Lane', admin_area_2: 'Cork', postal_code: 'T12 X0Y1', country_code: 'IE' };

describe('the payer of a wallet', () => {
  it.each([
    ['GB', 'Greater London', 'Greater London'],
    ['IE', 'Co. Cork', 'CO'],
    ['IE', 'County Cork', 'CO'],
    ['US', 'CA', 'CA'],
  ])('in %s has the county or state that the country knows: %s is %s (pitfall 25)', (country_code, area, state) => {
    const { billing } = send('Ada Byrne', { ...cork, country_code, admin_area_1: area });
    expect(billing).toMatchObject({ country: country_code, state });
  });

  it.each([
    ['US', 'US-CA', 'CA'],
    ['CA', 'CA-QC', 'QC'],
    ['CA', 'Québec', 'QC'],
    ['US', 'Nowhere', ''],
  ])('in %s has its state without the country: %s is %s (pitfall 26)', (country_code, area, state) => {
    expect(send('Ada Byrne', { ...cork, country_code, admin_area_1: area }).billing).toMatchObject({ state });
  });

  it.each([
    ['[3.5/3]', 'address_line_1', 'line1', 'address_1'],
    ['[3.5/4]', 'address_line_2', 'line2', 'address_2'],
    ['[3.5/5]', 'admin_area_1', 'state', 'state'],
    ['[3.5/6]', 'admin_area_2', 'city', 'city'],
    ['[3.5/7]', 'postal_code', 'postal_code', 'postcode'],
    ['[3.5/8]', 'country_code', 'country_code', 'country'],
  ])('%s has an address by the wallet’s names: %s, or %s', (_, name, alias, field) => {
    const sent: Readonly<Record<string, string>> = { ...cork, address_line_2: 'Flat 2', admin_area_1: 'CO' };
    const { [name]: value, ...rest } = sent;
    const { billing } = send('Ada Byrne', sent);
    expect(billing?.[field as 'city']).toBe(value);
    expect(send('Ada Byrne', { ...rest, [alias]: value }).billing).toEqual(billing);
  });

  it.each([
    ['Plato', 'Plato', ''],
    ['Ada Byrne', 'Ada', 'Byrne'],
    ['Ada Maria Byrne', 'Ada Maria', 'Byrne'],
    [' Ada  Byrne ', 'Ada', 'Byrne'],
  ])('receives as "%s": split at the last blank (pitfall 28)', (full_name, first_name, last_name) => {
    expect(send(full_name, cork).shipping).toMatchObject({ first_name, last_name });
  });

  it('keeps the names that the wallet tells apart, also those of several words (pitfall 28)', () => {
    const name = { given_name: 'Grace Maria', surname: 'Harper Lane' };
    const payer = read({ shipping: { name: { full_name: 'Grace Maria Harper Lane' }, address: cork } }, { name });
    expect(payer).toMatchObject({
      billing: { first_name: 'Grace Maria', last_name: 'Harper Lane', address_1: '1 Quay Lane' },
      shipping: null,
    });
  });

  it('sends a gift to somebody else, and pays at the same address as far as it is known', () => {
    const name = { given_name: 'Ada', surname: 'Byrne' };
    const payer = read({ shipping: { name: { full_name: 'Mary Lovelace' }, address: cork } }, { name });
    expect(payer).toMatchObject({
      billing: { first_name: 'Ada', last_name: 'Byrne', city: 'Cork' },
      shipping: { first_name: 'Mary', last_name: 'Lovelace', city: 'Cork' },
    });
  });

  it('without anything sent has a name, a country and an email address; what lacks is null (pitfall 27)', () => {
    const paypal = {
      ...{ email_address: 'ada@example.com', address: { country_code: 'IE' } },
      ...{ name: { given_name: 'Ada', surname: 'Byrne' }, phone_number: null },
    };
    expect(read({}, paypal)).toEqual({
      ...{ email: 'ada@example.com', phone: null, shipping: null, shippingMethod: null },
      billing: { first_name: 'Ada', last_name: 'Byrne', country: 'IE', state: '', postcode: '' },
    });
  });
});
