import { expect, it } from 'vitest';
import { formatAddress } from './format-address.ts';

const ada = { first_name: 'Ada', last_name: 'Byrne', company: '', address_1: '1 Quay Lane', address_2: '' };

it('formats the postcode as the address’s country does', () => {
  const formatCity = (country: string, city: string, state: string, postcode: string) =>
    formatAddress({ ...ada, city, state, postcode, country }, 'en-IE').slice(2, -1);
  expect(formatCity('IE', 'Cork', 'Co. Cork', 'T12 W8KP')).toEqual(['Cork', 'Co. Cork', 'T12 W8KP']);
  expect(formatCity('IE', 'Cork', '', '')).toEqual(['Cork']);
  expect(formatCity('DE', 'Berlin', '', '10115')).toEqual(['10115 Berlin']);
  expect(formatCity('US', 'Portland', 'OR', '97201')).toEqual(['Portland OR 97201']);
});

it.each([
  [
    'company above the name in France',
    { country: 'FR', company: 'Quay', city: 'Paris', postcode: '75001' },
    'fr',
    ['Quay', 'Ada Byrne', '1 Quay Lane', '75001 Paris', 'France'],
  ],
  [
    'the code of an Italian province',
    { country: 'IT', city: 'Roma', postcode: '00184', state: 'RM' },
    'en',
    ['Ada Byrne', '1 Quay Lane', '00184 Roma RM', 'Italy'],
  ],
  [
    'the name of an Irish county',
    { country: 'IE', city: 'Bantry', state: 'CO' },
    'en',
    ['Ada Byrne', '1 Quay Lane', 'Bantry', 'Co. Cork', 'Ireland'],
  ],
  [
    'a county where the format has none',
    { country: 'GB', city: 'Deal', state: 'Kent', postcode: 'CT14 6AA' },
    'en',
    ['Ada Byrne', '1 Quay Lane', 'Deal', 'Kent', 'CT14 6AA', 'United Kingdom'],
  ],
  [
    'no comma before a state that is missing',
    { country: 'MX', city: 'Mérida', postcode: '97000' },
    'en',
    ['Ada Byrne', '1 Quay Lane', '97000 Mérida', 'Mexico'],
  ],
  [
    'Latin letters outside of Japan',
    { country: 'JP', state: '13', postcode: '100-0001', city: 'Chiyoda' },
    'en',
    ['Ada Byrne', '1 Quay Lane, Tokyo', 'Chiyoda', '100-0001', 'Japan'],
  ],
  [
    'the order of Japan in Japanese',
    { country: 'JP', state: '13', postcode: '100-0001' },
    'ja',
    ['〒100-0001', '東京都', '1 Quay Lane', 'Ada Byrne', '日本'],
  ],
  [
    'a state as an order keeps it',
    { country: 'US', city: 'Portland', state: 'Oregon', postcode: '97201' },
    'en',
    ['Ada Byrne', '1 Quay Lane', 'Portland Oregon 97201', 'United States'],
  ],
  [
    'an address of no known country',
    { country: 'XX', city: 'Cork', postcode: '1' },
    'en',
    ['Ada Byrne', '1 Quay Lane', 'Cork', '1', 'XX'],
  ],
])('shows %s', (_name, fields, locale, lines) => {
  expect(formatAddress({ ...ada, city: '', state: '', postcode: '', ...fields }, locale)).toEqual(lines);
});
