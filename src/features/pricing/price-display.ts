import type { Db } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { arePricesWithTax, getBaseAddress } from './base-address.ts';
import { type ApplicableRate, taxRateSources } from './calculate/ports.ts';
import { toTaxable } from './calculate/steps/tax-zone.ts';
import { addTaxes } from './calculate/taxes.ts';
import type { AddonDefinition, PriceView, SaleView } from './contract.ts';
import { type PricingSettings, pricingSettings, type TaxRules } from './settings.ts';

/**
 * Converts entered prices to displayed prices: with or without the taxes of the base address. A cart displays the
 * same price for one item. Amounts are minor units.
 */
export interface PriceDisplay {
  /** False when every price is displayed as it is entered. */
  readonly isConverted: boolean;
  /** Whether a sale is displayed with the lowest price of the 30 days before it. */
  readonly showsPriorPrices: boolean;
  readonly cacheTags: readonly string[];
  /** @param taxClass null when the product is not taxed */
  toShown(amount: number, taxClass: string | null): number;
  /** @param taxClass tax class of the goods; null when they are not taxed */
  toShownShipping(amount: number, taxClass: string | null): number;
  /** Returns the lowest entered amounts that are displayed as `amount` or more. */
  toLowestEntered(amount: number): AmountsByTaxClass;
  /** Returns the highest entered amounts that are displayed as `amount` or less. */
  toHighestEntered(amount: number): AmountsByTaxClass;
  /** Displayed price divided by entered price, without rounding. */
  readonly factors: AmountsByTaxClass;
}

/** Values by tax class. The empty class has the value of untaxed products and of other classes. */
export type AmountsByTaxClass = Readonly<Record<string, number>>;

export const pricesAsEntered: PriceDisplay = {
  isConverted: false,
  showsPriorPrices: true,
  cacheTags: [],
  toShown: (amount) => amount,
  toShownShipping: (amount) => amount,
  toLowestEntered: (amount) => ({ '': amount }),
  toHighestEntered: (amount) => ({ '': amount }),
  factors: { '': 1 },
};

const shownPricesCacheTag = 'shown-prices';

type Choices = Pick<Shop['choices'], 'pricesIncludeTax' | 'taxDisplay'>;

const isShownAsEntered = (choices: Choices): boolean =>
  arePricesWithTax(choices) === (choices.taxDisplay === 'including');

/**
 * Loads how prices are displayed. Runs no query when prices are displayed as they are entered, else one query.
 * @param db the open transaction, or the pool
 */
export async function loadPriceDisplay(shop: Shop, db: Db): Promise<PriceDisplay> {
  const settings = shop.settings(pricingSettings);
  if (isShownAsEntered(shop.choices) || !settings.taxes.charged)
    return { ...pricesAsEntered, showsPriorPrices: settings.showPriorPrices };
  const request = { addresses: [getBaseAddress(shop.choices)], taxClasses: null };
  const rates: ApplicableRate[] = [];
  for (const find of shop.implementations(taxRateSources)) {
    const { byAddress } = await find(shop, db, request);
    rates.push(...(byAddress[0] ?? []));
  }
  return createPriceDisplay(shop.choices, settings, rates);
}

const displaysByContext = new WeakMap<RenderContext, Promise<PriceDisplay>>();

/** Loads how prices are displayed, once per render. */
export function getPriceDisplay(shop: Shop, context: RenderContext): Promise<PriceDisplay> {
  const known = displaysByContext.get(context) ?? loadPriceDisplay(shop, shop.db);
  displaysByContext.set(context, known);
  return known;
}

/** Invalidates the cached pages with prices that depend on tax rates. Must be called when rates change. */
export async function invalidateShownPrices(shop: Pick<Shop, 'choices' | 'pages'>, tx: Db): Promise<void> {
  if (!isShownAsEntered(shop.choices)) await shop.pages.invalidate(tx, [shownPricesCacheTag]);
}

/** @param rates all rates at the base address, sorted by priority */
export function createPriceDisplay(
  choices: Choices,
  {
    taxes: { rounding, shippingClass },
    showPriorPrices,
  }: { readonly taxes: TaxRules } & Pick<PricingSettings, 'showPriorPrices'>,
  rates: readonly ApplicableRate[],
): PriceDisplay {
  const zone = { pricesIncludeTax: arePricesWithTax(choices), includedRates: rates, rates };
  const convert = (amount: number, taxClass: string | null, isShipping: boolean): number => {
    const [taxed] = addTaxes([toTaxable(zone, { key: '', amount, taxClass, isShipping })], rounding);
    return (choices.taxDisplay === 'including' ? taxed?.gross : taxed?.net) ?? amount;
  };
  const taxClasses = ['', ...new Set(rates.map(({ taxClass }) => taxClass))];
  const mapTaxClasses = (toAmount: (toShown: (amount: number) => number) => number): AmountsByTaxClass =>
    Object.fromEntries(
      taxClasses.map((taxClass) => [taxClass, toAmount((amount) => convert(amount, taxClass, false))]),
    );
  return {
    isConverted: rates.length > 0,
    showsPriorPrices: showPriorPrices,
    cacheTags: [shownPricesCacheTag],
    toShown: (amount, taxClass) => convert(amount, taxClass, false),
    toShownShipping: (amount, taxClass) =>
      convert(amount, typeof shippingClass === 'string' ? taxClass : shippingClass.taxClass, true),
    toLowestEntered: (amount) => mapTaxClasses((toShown) => findLowestEntered(amount, toShown)),
    toHighestEntered: (amount) => mapTaxClasses((toShown) => findLowestEntered(amount + 1, toShown) - 1),
    factors: mapTaxClasses((toShown) => toShown(precision) / precision),
  };
}

/** An amount that is large enough to calculate factors with nine decimal places. */
const precision = 1_000_000_000;

/** Larger amounts are replaced by this amount, so that doubled amounts are still exact integers. */
const maxAmount = 10_000_000_000_000;

/** Finds the lowest entered amount by bisection, since displayed amounts increase with entered amounts. */
function findLowestEntered(shownAmount: number, toShown: (amount: number) => number): number {
  const amount = Math.min(shownAmount, maxAmount);
  if (amount <= 0) return 0;
  let [tooLow, found] = [-1, amount];
  while (toShown(found) < amount) [tooLow, found] = [found, found * 2];
  while (found - tooLow > 1) {
    const middle = Math.floor((tooLow + found) / 2);
    if (toShown(middle) < amount) tooLow = middle;
    else found = middle;
  }
  return found;
}

/** @param taxClass null when the product is not taxed */
export function toShownPrice(
  { regular, sale, prior, current, currency }: PriceView,
  display: PriceDisplay,
  taxClass: string | null,
): PriceView {
  const show = (amount: number) => display.toShown(amount, taxClass);
  return {
    ...{ regular: show(regular), sale: sale === null ? null : show(sale), current: show(current), currency },
    prior: prior === null || !display.showsPriorPrices ? null : show(prior),
  };
}

/** @param taxClass null when the product is not taxed */
export function toShownSale(sale: SaleView, display: PriceDisplay, taxClass: string | null): SaleView {
  return { ...sale, price: display.toShown(sale.price, taxClass) };
}

/**
 * Converts the prices of add-ons, each rounded separately. Their sum with the product's price may differ from the
 * rounded total by one minor unit per add-on.
 * @param taxClass null when the product is not taxed
 */
export function toShownAddon(addon: AddonDefinition, display: PriceDisplay, taxClass: string | null): AddonDefinition {
  const show = (amount: number) => display.toShown(amount, taxClass);
  const options = addon.options.map((option) => ({ ...option, price: show(option.price) }));
  return { ...addon, price: show(addon.price), options };
}
