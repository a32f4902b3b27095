import { expect, it } from 'vitest';
import { formatAddress } from './format-order.ts';

const ada = { first_name: 'Ada', last_name: 'Byrne', company: '', address_1: '1 Quay Lane', address_2: '' };

it('formats the postcode as the address’s country does', () => {
  const formatCity = (country: string, city: string, state: string, postcode: string) =>
    formatAddress({ ...ada, city, state, postcode, country }, 'en-IE').slice(2, -1);
  expect(formatCity('IE', 'Cork', 'Co. Cork', 'T12 W8KP')).toEqual(['Cork', 'Co. Cork', 'T12 W8KP']);
  expect(formatCity('IE', 'Cork', '', '')).toEqual(['Cork']);
  expect(formatCity('DE', 'Berlin', '', '10115')).toEqual(['10115 Berlin']);
  expect(formatCity('US', 'Portland', 'OR', '97201')).toEqual(['Portland OR 97201']);
});
