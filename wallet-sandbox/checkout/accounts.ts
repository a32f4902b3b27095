import type { Address, Instrument, Payer } from '../state/documents.ts';

export interface Account {
  readonly email: string;
  readonly fullName: string;
  readonly payer: Payer;
  readonly addresses: readonly Address[];
}

const address = (
  country_code: string,
  address_line_1: string,
  admin_area_2: string,
  postal_code: string,
  more = {},
) => ({
  address_line_1,
  admin_area_2,
  postal_code,
  country_code,
  ...more,
});

function createAccount(payer: Payer, addresses: readonly Address[]): Account {
  const { given_name, surname } = payer.name;
  return { email: payer.email_address, fullName: `${given_name} ${surname}`.trim(), payer, addresses };
}

const cork = address('IE', '1 Quay Lane', 'Cork', 'T12 X0Y1', { admin_area_1: 'Co. Cork' });
const london = address('GB', '221 Baker Street', 'London', 'NW1 6XE', { admin_area_1: 'Greater London' });
const berlin = address('DE', 'Lindenweg 7', 'Berlin', '10115');
const sanJose = address('US', '2211 North First Street', 'San Jose', '95131', {
  address_line_2: 'Unit 17',
  admin_area_1: 'CA',
});
const tokyo = address('JP', '1-1 Chiyoda', 'Chiyoda-ku', '100-0001', { admin_area_1: 'TOKYO-TO' });
const lisbon = address('PT', 'Rua da Prata 12', 'Lisboa', '1100-420');

/** The shoppers that have the wallet. Their names, addresses and phones differ in what shops stumble over. */
export const accounts: readonly Account[] = [
  createAccount(
    {
      payer_id: 'ADA4BYRNE2CRK',
      email_address: 'ada@example.com',
      name: { given_name: 'Ada', surname: 'Byrne' },
      phone: '0212345678',
      country_code: 'IE',
    },
    [cork, london, sanJose],
  ),
  createAccount(
    {
      payer_id: 'GRACE5MARIA3H',
      email_address: 'grace@example.com',
      name: { given_name: 'Grace Maria', surname: 'Harper Lane' },
      country_code: 'US',
    },
    [sanJose, tokyo],
  ),
  createAccount(
    {
      payer_id: 'PL4T00NE7NAME',
      email_address: 'plato@example.com',
      name: { given_name: 'Plato', surname: '' },
      country_code: 'DE',
    },
    [berlin, lisbon],
  ),
];

export const instruments: readonly { id: Instrument; label: string; note: string }[] = [
  { id: 'visa', label: 'Card ending in 1111', note: 'Pays at once' },
  { id: 'balance', label: 'Wallet balance', note: 'Pays at once' },
  { id: 'bank', label: 'Bank account', note: 'Pays later: the payment stays pending for a while' },
  { id: 'challenge', label: 'Card ending in 3220', note: 'The bank asks you to confirm the payment once more' },
  { id: 'declined', label: 'Card ending in 0002', note: 'Will be declined' },
];
