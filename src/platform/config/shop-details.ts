import { z } from 'zod';
import { emailAddress } from '#platform/mail/email-address.ts';
import { isCountry, isTimeZone } from '#platform/texts/formats.ts';
import { defineSettings } from './settings.ts';
import type { ShopConfig } from './shop-config.ts';

export const currencies: readonly string[] = Intl.supportedValuesOf('currency');
const currency = z.string().refine((code) => currencies.includes(code), { error: 'expected a currency such as EUR' });
const country = z.string().refine(isCountry, { error: 'expected the code of a country such as IE' });
const line = z.string().trim().max(200);

/**
 * A picture of the library with all parts of its address: every page and every mail shows it, so no query is needed.
 */
const storedPicture = z.strictObject({
  id: z.int().min(1),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  width: z.int().min(1),
  height: z.int().min(1),
});
const picture = storedPicture.nullable().default(null);
const chosen = 'A picture of the library, chosen in the back office.';

export type StoredPicture = z.infer<typeof storedPicture>;

const fixed = 'Fixed once there is a product or an order.';

const schema = z.strictObject({
  name: line.min(1).describe('Name of the shop.'),
  tagline: line.describe('One line: what the shop sells.'),
  address: z.array(line.min(1)).max(10).describe("Lines of the shop's own address."),
  email: emailAddress.describe('Address for shoppers, and the sender of mails unless `MAIL_FROM` is set.'),
  currency: currency.describe(`ISO 4217, such as \`EUR\`. ${fixed}`),
  taxDisplay: z.enum(['including', 'excluding']).describe('Whether prices and totals are shown with tax.'),
  pricesIncludeTax: z
    .boolean()
    .describe(`Whether prices are entered with the tax of the base address, whatever is shown. ${fixed}`),
  baseAddress: z
    .strictObject({
      country: country.describe('ISO 3166-1 alpha-2.'),
      state: line.optional().describe('Code without the country, such as `CA`.'),
      postcode: line.optional().describe('Where rates depend on it.'),
      city: line.optional().describe('Where rates depend on it.'),
    })
    .describe(`Where the shop is, for its taxes. ${fixed}`),
  logo: picture.describe(`Stands for the name of the shop on pages and in mails. ${chosen}`),
  darkLogo: picture.describe(`The same on dark pages. ${chosen}`),
  icon: picture.describe(`Shown by browsers beside the title. ${chosen}`),
  timeZone: z
    .string()
    .min(1)
    .max(100)
    .refine(isTimeZone, { error: 'expected a time zone such as Europe/Dublin' })
    .nullable()
    .default(null)
    .describe(
      'Time zone of all days and times that are shown, such as `Europe/Dublin`; `null`: that of the process (`TZ`).',
    ),
  countries: z.array(country).min(1).describe('Countries it sells to. The first is preselected at checkout.'),
});

export type ShopDetails = z.infer<typeof schema>;

/** The owner's changes of `shop.config.ts`. The file has the defaults: `shop.name` defaults to `name`. */
export const shopDetails = defineSettings('shop', schema);

/**
 * Reads the details from `shop.config.ts`. Optional values are filled in, so that changing the value that they
 * default to does not change them.
 */
export function readFileDetails(config: ShopConfig): ShopDetails {
  const { name, tagline, address, email, currency, taxDisplay, countries } = config;
  const { pricesIncludeTax = taxDisplay === 'including', baseAddress = { country: countries[0] ?? '' } } = config;
  const ofShop = { name, tagline, address: [...address], email, countries: [...countries] };
  const more = { logo: null, darkLogo: null, icon: null, timeZone: config.timeZone ?? null };
  return { ...ofShop, ...more, currency, taxDisplay, pricesIncludeTax, baseAddress };
}

/** @returns `config` with the owner's changes; the same object for the same details */
export function createApplyDetails(config: ShopConfig): (details: ShopDetails) => ShopConfig {
  const applied = new WeakMap<ShopDetails, ShopConfig>();
  return (details) => {
    // Pictures are read from the settings by the parts of the shop that show them. The time zone is that of the
    // process.
    const { baseAddress, logo: _logo, darkLogo: _darkLogo, icon: _icon, timeZone: _timeZone, ...others } = details;
    const { country, state, postcode, city } = baseAddress;
    const base = { country, ...(state && { state }), ...(postcode && { postcode }), ...(city && { city }) };
    const known = applied.get(details) ?? { ...config, ...others, baseAddress: base };
    applied.set(details, known);
    return known;
  };
}
