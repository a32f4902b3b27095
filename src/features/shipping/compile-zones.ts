import type { QuoteShipping, ShippingContents, ShippingQuote, TaxAddress } from '#features/pricing/index.ts';
import type { ShopConfig } from '#platform/config/shop-config.ts';
import type { Shop } from '#platform/features/shop.ts';
import { getMinorDigits } from '#platform/money/money.ts';
import { compileFlatRate } from './methods/flat-rate.ts';
import { compileFreeShipping } from './methods/free-shipping.ts';
import { compileLocalPickup } from './methods/local-pickup.ts';
import type { PackageItems, QuoteMethod } from './methods/method-quote.ts';
import { compileTable } from './methods/table.ts';
import { type ShippingMethod, type ShippingZone, shippingSettings } from './settings.ts';
import { compileZone, type MatchZone, toZoneAddress } from './zones/match-zone.ts';

export interface CompiledZone {
  readonly zone: ShippingZone;
  readonly matches: MatchZone;
  readonly methods: readonly QuoteMethod[];
}

type ZoneShop = Pick<Shop, 'settings' | 'choices'>;

/** Cached by the list of zones, which is another object after each change of the settings. */
const compiledZones = new WeakMap<readonly ShippingZone[], readonly CompiledZone[]>();

/** Compiles the zones of the settings, once per version of the settings. */
export function getCompiledZones({ settings, choices }: ZoneShop): readonly CompiledZone[] {
  const { zones } = settings(shippingSettings);
  const known = compiledZones.get(zones);
  if (known) return known;
  const compiled = zones.map((zone) => ({
    zone,
    matches: compileZone(zone),
    methods: zone.methods.map((method) => compileMethod(method, 10 ** getMinorDigits(getZoneCurrency(zone, choices)))),
  }));
  compiledZones.set(zones, compiled);
  return compiled;
}

export function getZoneCurrency(
  { currency }: Pick<ShippingZone, 'currency'>,
  choices: Pick<ShopConfig, 'currency'>,
): string {
  return currency ?? choices.currency;
}

function compileMethod(method: ShippingMethod, minorPerUnit: number): QuoteMethod {
  switch (method.type) {
    case 'flat_rate':
      return compileFlatRate(method, minorPerUnit);
    case 'free_shipping':
      return compileFreeShipping(method);
    case 'local_pickup':
      return compileLocalPickup(method);
    case 'table':
      return compileTable(method);
  }
}

/** @returns the first zone that contains the address; null when the shop does not ship there */
export function findZone(shop: ZoneShop, address: TaxAddress): CompiledZone | null {
  const zoneAddress = toZoneAddress(address);
  return getCompiledZones(shop).find(({ matches }) => matches(zoneAddress)) ?? null;
}

/**
 * Returns the quote function of the zone that contains an address. Pure for one version of the settings.
 * @param currency currency of the cart: a zone with amounts in another currency has no methods for it
 */
export function quoteAddress(shop: ZoneShop, address: TaxAddress, currency: string): QuoteShipping {
  const found = findZone(shop, address);
  if (!found) return () => createRefusedQuote({ code: 'NO_ZONE', isCountryServed: isServed(shop, address.country) });
  const isSameCurrency = getZoneCurrency(found.zone, shop.choices) === currency;
  if (found.methods.length === 0 || !isSameCurrency) return () => createRefusedQuote({ code: 'NO_METHODS' });
  const hasCouponMethod = found.zone.methods.some(
    (method) => method.type === 'free_shipping' && method.requires.includes('coupon'),
  );
  return (contents) => {
    const items = sumItems(contents);
    const quotes = found.methods.map((quoteMethod) => quoteMethod(items));
    const thresholds = quotes.flatMap(({ freeShipping }) => freeShipping ?? []);
    return {
      options: quotes.flatMap(({ options }) => options),
      refusals: quotes.flatMap(({ refusal }) => refusal ?? []),
      freeShipping: thresholds.sort((a, b) => a.missing - b.missing || a.minimum - b.minimum)[0] ?? null,
      hasCouponMethod,
    };
  };
}

function createRefusedQuote(refusal: ShippingQuote['refusals'][number]): ShippingQuote {
  return { options: [], refusals: [refusal], freeShipping: null };
}

/** Whether a zone contains at least some addresses of a country. */
function isServed(shop: ZoneShop, country: string): boolean {
  return getCompiledZones(shop).some(({ zone }) => zone.places?.some((place) => place.country === country));
}

function sumItems(contents: ShippingContents): PackageItems {
  const byClass = new Map<string | null, { quantity: number; total: number }>();
  // Weights are added as whole numbers, since a sum of decimals depends on the order of the lines.
  let milligrams = 0;
  for (const { line, total } of contents.lines) {
    const { quantity, shippingClass } = line;
    const known = byClass.get(shippingClass) ?? { quantity: 0, total: 0 };
    byClass.set(shippingClass, { quantity: known.quantity + quantity, total: known.total + total });
    milligrams += Math.round((line.weightGrams ?? 0) * 1000) * quantity;
  }
  const classes = [...byClass.values()];
  return {
    quantity: classes.reduce((sum, { quantity }) => sum + quantity, 0),
    total: classes.reduce((sum, { total }) => sum + total, 0),
    weightGrams: milligrams / 1000,
    byClass,
    orderSubtotal: contents.itemsSubtotal,
    orderTotal: contents.itemsTotal,
    hasFreeShippingCoupon: contents.hasFreeShippingCoupon,
  };
}
