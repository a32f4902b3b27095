import { type Address, getAddressRules, normalizeAddress, toStoreAddress } from '#features/addresses/index.ts';
import type { RemotePayer } from '#features/payments/index.ts';
import type { WalletAddress, WalletOrder } from '../rest/documents.ts';

type Names = Pick<Address, 'first_name' | 'last_name'>;

export function toPayer({ payer, payment_source, purchase_units }: WalletOrder): RemotePayer {
  const wallet = payment_source?.paypal;
  const shipping = purchase_units?.[0]?.shipping;
  const known = wallet?.name ?? payer?.name;
  const names: Names = { first_name: known?.given_name?.trim() ?? '', last_name: known?.surname?.trim() ?? '' };
  const recipient = shipping?.name?.full_name?.trim() ?? '';
  const own = toAddress(wallet?.address ?? payer?.address);
  const sent = toAddress(shipping?.address);
  // Most wallets give only the payer's country. The shipping address is then used as the payer's address.
  const hasOwn = Boolean(own?.address_1);
  const isForPayer = recipient === '' || recipient === joinNames(names);
  const recipientNames = isForPayer ? names : splitName(recipient);
  const billing = { ...names, ...(hasOwn || !sent ? own : sent) };
  return {
    email: wallet?.email_address ?? payer?.email_address ?? null,
    phone: wallet?.phone_number?.national_number ?? payer?.phone?.phone_number?.national_number ?? null,
    billing,
    shipping: sent && (hasOwn || !isForPayer) ? { ...recipientNames, ...sent } : null,
    shippingMethod: shipping?.options?.find(({ selected }) => selected)?.id ?? null,
  };
}

const joinNames = ({ first_name, last_name }: Names): string => `${first_name} ${last_name}`.trim();

/** Splits a name at its last space. A single name is the first name; the form asks for the last name. */
function splitName(name: string): Names {
  const at = name.lastIndexOf(' ');
  return at === -1
    ? { first_name: name, last_name: '' }
    : { first_name: name.slice(0, at).trim(), last_name: name.slice(at + 1) };
}

/** Drops a state that is unknown in a country whose addresses need a known state. */
function toAddress(received: WalletAddress): Partial<Address> | null {
  if (!received) return null;
  const { country = '', state = '', postcode = '', ...rest } = toStoreAddress(received);
  const address = normalizeAddress({ ...rest, country, state, postcode });
  const { values } = getAddressRules(address.country).state;
  return values && !values.has(address.state) ? { ...address, state: '' } : address;
}
