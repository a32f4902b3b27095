import { awaitAll, type Db } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { arePricesWithTax, findTaxedAddress, getBaseAddress } from '../base-address.ts';
import { pricingSettings, type TaxRules } from '../settings.ts';
import type { CalculationInput, TaxAddress } from './calculation.ts';
import {
  type ApplicableRate,
  couponSource,
  type FoundCoupon,
  type Promotion,
  promotionSources,
  type QuoteShipping,
  type ReverseChargeRequest,
  reverseChargeRules,
  type ShippingPackage,
  type ShippingQuote,
  shippingRateSources,
  type TaxRates,
  taxRateSources,
} from './ports.ts';
import type { TaxDuty } from './untaxed-reason.ts';

export interface Prepared {
  readonly pricesIncludeTax: boolean;
  readonly taxRules: TaxRules;
  readonly promotions: readonly Promotion[];
  /** In the order of the codes. */
  readonly coupons: readonly FoundCoupon[];
  /** Null when nothing is shipped. */
  readonly quoteShipping: QuoteShipping | null;
  readonly baseRates: readonly ApplicableRate[];
  /** Rates at the address of the order; the same list as `baseRates` when that is the base address. */
  readonly rates: readonly ApplicableRate[];
  readonly isTaxByAddress: boolean;
  readonly isEstimate: boolean;
  /** Default: taxes are charged everywhere. */
  readonly taxDuty?: TaxDuty;
}

/** Loads the input of the steps, with one query for each implementation that has data to read. */
export async function prepare(shop: Shop, db: Db, input: CalculationInput): Promise<Prepared> {
  const taxRules = shop.settings(pricingSettings).taxes;
  const base = getBaseAddress(shop.choices);
  const { shippingAddress, billingAddress } = input;
  const shipped = input.lines.filter((line) => line.needsShipping);
  // Taxes depend on the delivery address; when nothing is shipped, on the billing address.
  const destination = shipped.length > 0 ? (shippingAddress ?? billingAddress) : (billingAddress ?? shippingAddress);
  const taxed = findTaxedAddress(shop, destination, billingAddress);
  const [promotions, coupons, shippingQuote, rates, isReverseCharged] = await awaitAll([
    findPromotions(shop, db, input),
    findCoupons(shop, db, input),
    shipped.length > 0 ? quoteShipping(shop, db, input, { address: destination ?? base, lines: shipped }) : null,
    taxRules.charged
      ? findRates(shop, db, { base, address: taxed ?? base, taxClasses: listTaxClasses(input, taxRules) })
      : noRates,
    taxed !== null && taxRules.charged
      ? isOwedByCustomer(shop, db, input, { base, taxed, destination: shipped.length > 0 ? destination : null })
      : false,
  ]);
  return {
    pricesIncludeTax: arePricesWithTax(shop.choices),
    ...{ taxRules, promotions, coupons, quoteShipping: shippingQuote },
    ...rates,
    isTaxByAddress: rates.isTaxByAddress && taxRules.basedOn !== 'shop',
    isEstimate: taxed === null,
    taxDuty: {
      isCharged: taxRules.charged,
      isOutsideArea: taxRules.untaxedCountries.includes((taxed ?? base).country),
      isReverseCharged,
    },
  };
}

/** Only orders with a VAT number are checked. */
async function isOwedByCustomer(
  shop: Shop,
  db: Db,
  { customer, lines }: CalculationInput,
  places: Pick<ReverseChargeRequest, 'base' | 'taxed' | 'destination'>,
): Promise<boolean> {
  const { vatNumber = null, checkedOrder = null } = customer ?? {};
  if (vatNumber === null) return false;
  const hasServices = lines.some(({ needsShipping }) => !needsShipping);
  const request = { ...places, vatNumber, hasServices, checkedOrder };
  for (const isReverseCharged of shop.implementations(reverseChargeRules))
    if (await isReverseCharged(shop, db, request)) return true;
  return false;
}

const noRates = { baseRates: [], rates: [], isTaxByAddress: false };

async function findPromotions(shop: Shop, db: Db, input: CalculationInput): Promise<Promotion[]> {
  const promotions: Promotion[] = [];
  for (const find of shop.implementations(promotionSources)) promotions.push(...(await find(shop, db, input)));
  return promotions.sort((a, b) => a.priority - b.priority || a.id - b.id);
}

async function findCoupons(shop: Shop, db: Db, input: CalculationInput): Promise<readonly FoundCoupon[]> {
  const find = shop.implementations(couponSource).at(-1);
  return find && input.coupons !== undefined && input.coupons.length > 0 ? find(shop, db, input) : [];
}

/** Agreed shipping is the only option, so no rates are loaded. */
async function quoteShipping(
  shop: Shop,
  db: Db,
  input: CalculationInput,
  shippingPackage: ShippingPackage,
): Promise<QuoteShipping> {
  const { agreedShipping: agreed = null } = input;
  if (agreed === null) return loadShippingRates(shop, db, input, shippingPackage);
  return () => ({ options: [{ id: 'agreed:1', ...agreed, isPickup: false }], refusals: [], freeShipping: null });
}

async function loadShippingRates(
  shop: Shop,
  db: Db,
  input: CalculationInput,
  shippingPackage: ShippingPackage,
): Promise<QuoteShipping> {
  const quotes: QuoteShipping[] = [];
  for (const load of shop.implementations(shippingRateSources))
    quotes.push(await load(shop, db, { package: shippingPackage, input }));
  return (contents) => mergeQuotes(quotes.map((quote) => quote(contents)));
}

/** The threshold with the smallest missing amount is shown. */
function mergeQuotes(quotes: readonly ShippingQuote[]): ShippingQuote {
  const thresholds = quotes.flatMap(({ freeShipping }) => freeShipping ?? []);
  return {
    options: quotes.flatMap(({ options }) => options),
    refusals: quotes.flatMap(({ refusals }) => refusals),
    freeShipping: thresholds.sort((a, b) => a.missing - b.missing || a.minimum - b.minimum)[0] ?? null,
    hasCouponMethod: quotes.some(
      ({ hasCouponMethod, options }) => hasCouponMethod ?? options.some(({ needsCoupon }) => needsCoupon),
    ),
  };
}

interface RateRequest {
  readonly base: TaxAddress;
  readonly address: TaxAddress;
  readonly taxClasses: readonly string[];
}

async function findRates(
  shop: Shop,
  db: Db,
  { base, address, taxClasses }: RateRequest,
): Promise<Pick<Prepared, 'baseRates' | 'rates' | 'isTaxByAddress'>> {
  const isBase = (['country', 'state', 'postcode', 'city'] as const).every((part) => address[part] === base[part]);
  const addresses = isBase ? [base] : [base, address];
  const found: TaxRates[] = [];
  for (const find of shop.implementations(taxRateSources)) found.push(await find(shop, db, { addresses, taxClasses }));
  const [baseRates, rates = baseRates] = addresses.map((_, index) =>
    found.flatMap(({ byAddress }) => byAddress[index] ?? []),
  );
  return {
    baseRates: baseRates ?? [],
    rates: rates ?? [],
    isTaxByAddress: found.some(({ isByAddress }) => isByAddress),
  };
}

function listTaxClasses({ lines, fees }: CalculationInput, { shippingClass }: Prepared['taxRules']): string[] {
  const ofGoods = lines.filter(({ taxStatus }) => taxStatus !== 'none').map(({ taxClass }) => taxClass);
  const ofFees = fees.flatMap(({ taxClass }) => taxClass ?? []);
  const ofShipping = typeof shippingClass === 'string' ? [] : [shippingClass.taxClass];
  return [...new Set([...ofGoods, ...ofFees, ...ofShipping])];
}
