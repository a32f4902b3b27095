import { getBaseAddress } from '#features/pricing/index.ts';
import { shopDetails } from '#platform/config/shop-details.ts';
import type { Shop } from '#platform/features/shop.ts';
import { toLogo } from '#platform/media/logo.ts';
import { getCountryName } from '#platform/texts/formats.ts';
import { documentSettings } from './settings.ts';
import type { Wordmark } from './snapshot/document-snapshot.ts';
import { documentTexts as texts } from './texts.ts';

/** Access to the seller's details in the language of the given shop. */
type SellerSource = Pick<Shop, 't' | 'choices' | 'settings'>;

export const listSeller = (source: SellerSource): string[] => [
  ...listAddress(source),
  source.choices.email,
  ...listRegistrations(source),
];

/** Provides `mail.sender-lines`: the seller's details at the end of mails, with the address in one line. */
export const listSenderLines = (source: SellerSource): string[] => [
  listAddress(source).join(', '),
  source.choices.email,
  ...listRegistrations(source),
];

/** Returns the logo or name for the head of documents. The path of a logo contains the hash of its content. */
export function findWordmark({ settings, choices }: Pick<Shop, 'settings' | 'choices'>): Wordmark {
  const logo = toLogo(settings(shopDetails).logo);
  return { name: choices.name, logo: logo && { src: logo.src, width: logo.width, height: logo.height } };
}

/**
 * Returns name and address with the country, which many owners leave out. The name is not repeated when the address
 * begins with it.
 */
export function listAddress({ choices, settings }: SellerSource): string[] {
  const { sellerName, sellerAddress } = settings(documentSettings);
  const lines = sellerAddress.length > 0 ? sellerAddress : choices.address;
  const { country: code } = getBaseAddress(choices);
  const names = [code, getCountryName(code, choices.locale), getCountryName(code, 'en')];
  const [, country = ''] = names;
  const written = (lines.at(-1) ?? '').toLowerCase();
  const isNamed = names.some((name) => written === name.toLowerCase() || written.endsWith(` ${name.toLowerCase()}`));
  const name = sellerName || choices.name;
  const isRepeated = (lines[0] ?? '').toLowerCase().startsWith(name.toLowerCase());
  return [...(isRepeated ? [] : [name]), ...lines, ...(isNamed ? [] : [country])];
}

/** Provides `vat-numbers.seller`. */
export const getSellerVatNumber = ({ settings }: Pick<Shop, 'settings'>): string => settings(documentSettings).vatId;

function listRegistrations({ t, settings }: SellerSource): string[] {
  const { vatId, register } = settings(documentSettings);
  return [...(vatId === '' ? [] : [t(texts.vatId, { id: vatId })]), ...(register === '' ? [] : [register])];
}
