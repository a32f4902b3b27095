import { normalizeState } from '#features/addresses/index.ts';
import { emptyCartRows, priceCart } from '#features/cart/index.ts';
import { findVariationIdsBySku } from '#features/catalog/index.ts';
import {
  type Calculation,
  type CalculationLine,
  calculate,
  getOnlyPackage,
  type TaxAddress,
} from '#features/pricing/index.ts';
import type { CliOutput, CommandDefinition } from '#platform/cli/command.ts';
import type { Shop } from '#platform/features/shop.ts';
import { formatMoney } from '#platform/money/money.ts';
import { isCountry } from '#platform/texts/formats.ts';
import { findZone } from '../compile-zones.ts';
import { shippingErrors } from '../errors.ts';
import { reportUsageError, splitList } from './change-zones.ts';

const maxQuantity = 9999;

export const testCommand: CommandDefinition = {
  name: 'shipping test',
  summary: 'show which zone has an address, what its methods cost, and why others do not apply',
  requires: 'shipping.read',
  options: [
    { flags: '--country <code>', description: 'such as IE; default: that of the base address' },
    { flags: '--state <state>', description: 'its code or name' },
    { flags: '--postcode <postcode>', description: 'such as D02 X285' },
    { flags: '--product <items>', description: 'SKUs with quantities, such as BOWL-1=2,MUG-3' },
  ],
  run: async (shop, { options }, output) => {
    const country = String(
      options.country ?? shop.choices.baseAddress?.country ?? shop.choices.countries[0],
    ).toUpperCase();
    if (!isCountry(country))
      return reportUsageError(output, `--country: '${country}' is no code of a country, such as IE`);
    const items = readItems(options.product);
    if (typeof items === 'string') return reportUsageError(output, items);
    const lines = await findLines(shop, items);
    if (typeof lines === 'string') {
      output.warn(lines);
      output.result({ ok: false, code: 'SKU_NOT_FOUND' });
      return 1;
    }
    const address = {
      country,
      state: normalizeState(country, String(options.state ?? '')),
      postcode: String(options.postcode ?? ''),
      city: '',
    };
    return showQuote(shop, address, lines, output);
  },
};

interface Item {
  readonly sku: string;
  readonly quantity: number;
}

function readItems(option: string | boolean | undefined): Item[] | string {
  const items = splitList(option).map((part) => {
    const [sku = '', quantity = '1'] = part.split('=').map((text) => text.trim());
    return { sku, quantity: /^\d{1,4}$/.test(quantity) ? Number(quantity) : 0 };
  });
  const wrong = items.find(({ quantity }) => quantity < 1 || quantity > maxQuantity);
  if (wrong) return `--product: expected a quantity from 1 to ${maxQuantity} for ${wrong.sku}`;
  return items.length === 0 ? '--product: expected SKUs, such as BOWL-1=2,MUG-3' : items;
}

/**
 * Prices the products as a cart does.
 * @returns a message when a product is unknown or has no price
 */
async function findLines(shop: Shop, items: readonly Item[]): Promise<CalculationLine[] | string> {
  const skus = items.map(({ sku }) => sku);
  const found = await findVariationIdsBySku(shop.db, skus);
  const unknown = skus.find((sku) => !found.has(sku.toLowerCase()));
  if (unknown !== undefined)
    return `No product has the SKU ${unknown}. Search with 'shop products list --find <text>'.`;
  const rows = items.flatMap(({ sku, quantity }, index) => {
    const variation = found.get(sku.toLowerCase());
    const key = String(index);
    const entered = {
      choices: {},
      addons: {},
      uploads: [],
      files: [],
      removedAt: null,
      seenUnitPrice: null,
      seenStock: null,
    };
    const line = { key, fingerprint: key, quantity, ...entered };
    return variation ? [{ ...line, variationId: variation.id, productId: variation.productId }] : [];
  });
  const { lines } = await priceCart(shop, shop.db, { ...emptyCartRows, lines: rows });
  const unpriced = lines.findIndex(({ problem }) => problem?.code === 'UNAVAILABLE');
  if (unpriced >= 0) return `${skus[unpriced]} is not for sale, or has options: use the SKU of a variation.`;
  return lines.flatMap(({ key, productId, quantity, unitPrice, variation }) => {
    if (!variation) return [];
    const { taxClass, taxStatus, weightGrams, shippingClass, virtual } = variation;
    const shipped = { needsShipping: !virtual, weightGrams, shippingClass };
    return [{ key, productId, quantity, unitPrice, agreedPrice: null, taxClass, taxStatus, ...shipped }];
  });
}

export interface AddressTest {
  /** Name of the first zone that contains the address; null when no zone does. */
  readonly zone: string | null;
  readonly options: ReturnType<typeof getOnlyPackage>['options'];
  readonly refusals: ReturnType<typeof getOnlyPackage>['refusals'];
  readonly freeShipping: Calculation['shipping']['freeShipping'];
}

/**
 * Returns the shipping options that a shopper with this address and these lines would get, by the calculation of
 * carts and orders.
 */
export async function testAddress(
  shop: Shop,
  address: TaxAddress,
  lines: readonly CalculationLine[],
): Promise<AddressTest> {
  const { currency } = shop.choices;
  const calculation = await calculate(shop, shop.db, {
    ...{ currency, at: shop.clock.now(), lines, fees: [], customer: null },
    ...{ shippingAddress: address, billingAddress: address, shippingMethodIds: [] },
  });
  const { options, refusals } = getOnlyPackage(calculation);
  const zone = findZone(shop, address)?.zone.name ?? null;
  return { zone, options, refusals, freeShipping: calculation.shipping.freeShipping };
}

async function showQuote(
  shop: Shop,
  address: TaxAddress,
  lines: readonly CalculationLine[],
  output: CliOutput,
): Promise<number> {
  const { currency, locale } = shop.choices;
  const { zone, options, refusals, freeShipping } = await testAddress(shop, address, lines);
  const format = (amount: number) => formatMoney({ amount, currency }, locale);
  output.line(zone === null ? 'No zone has this address.' : `Zone: ${zone}`);
  if (!lines.some(({ needsShipping }) => needsShipping)) output.line('None of these products is shipped.');
  output.table(
    ['method', 'title', 'cost', 'with tax', 'why not'],
    [
      ...options.map(({ id, title, amount, gross }) => [id, title, format(amount), format(gross), '']),
      ...refusals.map((refusal) => {
        const missing = refusal.code === 'MINIMUM_NOT_REACHED' ? ` Missing: ${format(refusal.missing)}.` : '';
        const limit = refusal.code === 'OUTSIDE_TABLE' ? ` It is ${refusal.value} by ${refusal.by}.` : '';
        const name = 'methodId' in refusal ? [refusal.methodId, refusal.title] : ['', ''];
        return [...name, '', '', `${shippingErrors.codes[refusal.code].means}${missing}${limit}`];
      }),
    ],
  );
  output.result({ zone, options, refusals, freeShipping });
  return options.length > 0 ? 0 : 1;
}
