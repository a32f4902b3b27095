import {
  catalogTexts,
  formatEventPlace,
  formatEventTime,
  isInSteps,
  listFirstQuantities,
  lowerToStep,
  type PurchasableVariation,
  type QuantityRule,
  variationPath,
} from '#features/catalog/index.ts';
import { type AddonValue, quotePrice } from '#features/pricing/index.ts';
import { toAddonFiles } from '#features/uploads/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { cartTexts } from '../texts.ts';
import type { CartRow, SeenStock, StoredChoices } from './cart-rows.ts';

export type LineProblem =
  | { readonly code: 'UNAVAILABLE' | 'EVENT_STARTED' | 'OUT_OF_STOCK' | 'ONE_PER_ORDER' | 'ADDONS_CHANGED' }
  /** `max` is the largest quantity that stock and settings allow. */
  | { readonly code: 'NOT_ENOUGH_STOCK' | 'QUANTITY_TOO_LARGE'; readonly max: number }
  /** The quantity violates the quantity rule of the product. */
  | { readonly code: QuantityRuleCode; readonly rule: QuantityRule };

export type QuantityRuleCode = 'QUANTITY_TOO_SMALL' | 'QUANTITY_NOT_IN_STEPS';

export interface ChosenOption {
  readonly name: string;
  readonly value: string;
}

/** A cart line with current price and stock. Amounts in minor units. */
export interface PricedLine {
  /** The cart_item_key. */
  readonly key: string;
  readonly productId: number;
  readonly variationId: number;
  readonly name: string;
  /** Null when the product no longer exists. */
  readonly variation: PurchasableVariation | null;
  readonly choices: StoredChoices;
  readonly options: readonly ChosenOption[];
  readonly addons: readonly AddonValue[];
  readonly quantity: number;
  /** The largest quantity that can be ordered; null when the variation cannot be bought. */
  readonly max: number | null;
  readonly isBackordered: boolean;
  /** Price of one item with its add-ons. */
  readonly unitPrice: number;
  /** The unit price that the shopper saw last; null when it is unknown. */
  readonly seenUnitPrice: number | null;
  /** Stock as the shopper saw it last; null when it is unknown. */
  readonly seenStock: SeenStock | null;
  readonly total: number;
  readonly problem: LineProblem | null;
}

/**
 * Path of the product page with the variation and the choices of the line selected.
 * @returns null when the product no longer exists
 */
export function getLinePath({ variation, variationId, productId, choices }: PricedLine): string | null {
  return variation && variationPath(variation.slug, variationId === productId ? null : variationId, choices);
}

/** Quantity by variation that this cart's unpaid order has reserved. Other carts cannot buy it. */
export type ReservedQuantities = ReadonlyMap<number, number>;

export interface LineLimits extends Pick<Shop, 't' | 'choices'> {
  readonly maxQuantity: number;
  readonly reserved?: ReservedQuantities;
}

export function priceLines(
  rows: readonly CartRow[],
  variations: ReadonlyMap<number, PurchasableVariation>,
  limits: LineLimits,
): PricedLine[] {
  const lines = rows.map((row) => priceLine(limits, row, variations.get(row.variationId) ?? null));
  return lines.map((line) => applyLimits(line, lines, limits));
}

function priceLine(
  shop: Pick<Shop, 't' | 'choices'>,
  row: CartRow,
  variation: PurchasableVariation | null,
): PricedLine {
  const { key, productId, variationId, choices, quantity, seenUnitPrice, seenStock } = row;
  const base = {
    key,
    productId,
    variationId,
    choices,
    quantity,
    seenUnitPrice,
    seenStock,
    variation,
    name: variation?.name ?? '',
    max: null,
    isBackordered: false,
  };
  const unpriced = { ...base, options: [], addons: [], unitPrice: 0, total: 0 };
  // A price stored before the shop changed its currency must not be read as an amount in the new currency.
  const isForeign = variation?.price?.currency !== shop.choices.currency;
  if (!variation?.price || isForeign || isUnavailable(variation))
    return { ...unpriced, problem: { code: 'UNAVAILABLE' } };
  const chosen = resolveOptions(variation, row.choices);
  if (chosen === null) return { ...unpriced, problem: { code: 'UNAVAILABLE' } };
  const options = [...chosen, ...listEventOptions(shop, variation, chosen), ...listSetOptions(shop, row)];
  const { price, addons: definitions } = variation;
  const quote = quotePrice({ price, addons: definitions }, row.addons, quantity, toAddonFiles(shop, row.files));
  // The quote lacks stored add-ons that the product no longer offers.
  if (!quote.ok || Object.keys(row.addons).length !== quote.addons.length)
    return { ...unpriced, options, problem: { code: 'ADDONS_CHANGED' } };
  const { addons, unitPrice, total } = quote;
  if (variation.unavailableReason === 'EVENT_STARTED')
    return { ...base, max: 0, options, addons, unitPrice, total, problem: { code: 'EVENT_STARTED' } };
  return { ...base, options, addons, unitPrice, total, problem: null };
}

function isUnavailable({ unavailableReason }: PurchasableVariation): boolean {
  return unavailableReason === 'NOT_FOR_SALE' || unavailableReason === 'CHOOSE_OPTIONS';
}

/** @returns null when a required choice is missing or no longer offered */
function resolveOptions(variation: PurchasableVariation, choices: StoredChoices): ChosenOption[] | null {
  const options = variation.options.map(({ attribute, name, term, terms }) => {
    const chosen = term ?? terms?.find(({ slug }) => slug === choices[attribute]);
    return chosen ? { name, value: chosen.name } : null;
  });
  return options.every((option) => option !== null) ? options : null;
}

function listEventOptions(
  { t, choices }: Pick<Shop, 't' | 'choices'>,
  { eventDate }: PurchasableVariation,
  chosen: readonly ChosenOption[],
): ChosenOption[] {
  if (eventDate === null) return [];
  const place = formatEventPlace({ t }, eventDate);
  return [
    {
      name: t(catalogTexts.when),
      value: formatEventTime(
        choices.locale,
        eventDate,
        chosen.map(({ value }) => value),
      ),
    },
    ...(place === null ? [] : [{ name: t(catalogTexts.where), value: place }]),
  ];
}

function listSetOptions({ t }: Pick<Shop, 't'>, { setName }: CartRow): ChosenOption[] {
  return setName ? [{ name: t(cartTexts.partOfSet), value: setName }] : [];
}

/** Applies limits shared by several lines: the stock, and the single item of a product that is sold individually. */
function applyLimits(
  line: PricedLine,
  lines: readonly PricedLine[],
  { maxQuantity, reserved = new Map() }: LineLimits,
): PricedLine {
  const { variation } = line;
  if (!variation || line.problem) return line;
  const stockLines = lines.filter(
    (other) => other.variation && !other.problem && other.variation.stockId === variation.stockId,
  );
  const available = countAvailable(variation, stockLines, reserved);
  const rule = variation.quantityRule;
  if (available !== null && available < rule.minQuantity) return { ...line, max: 0, problem: { code: 'OUT_OF_STOCK' } };
  const withBackorder = { ...line, isBackordered: isPartlyBackordered(variation, stockLines, reserved) };
  const others = sumQuantities(stockLines.filter((other) => other !== line));
  const stockLimit = available === null ? Number.POSITIVE_INFINITY : Math.max(available - others, 0);
  const shopLimit = Math.min(Math.max(maxQuantity, rule.minQuantity), rule.maxQuantity ?? Number.POSITIVE_INFINITY);
  const max = lowerToStep(rule, Math.min(stockLimit, shopLimit));
  if (variation.soldIndividually) {
    const productQuantity = sumQuantities(
      lines.filter((other) => other.productId === line.productId && !other.problem),
    );
    return { ...withBackorder, max: 1, problem: productQuantity > 1 ? { code: 'ONE_PER_ORDER' } : null };
  }
  if (line.quantity > max)
    return {
      ...withBackorder,
      max,
      problem: { code: stockLimit < shopLimit ? 'NOT_ENOUGH_STOCK' : 'QUANTITY_TOO_LARGE', max },
    };
  const code = findRuleProblem(rule, line.quantity);
  return code === null ? { ...withBackorder, max } : { ...withBackorder, max, problem: { code, rule } };
}

/** Finds out whether a product's quantity rule rejects a quantity. The maximum is checked elsewhere. */
export function findRuleProblem(rule: QuantityRule, quantity: number): QuantityRuleCode | null {
  if (isInSteps(rule, quantity)) return null;
  return quantity < rule.minQuantity ? 'QUANTITY_TOO_SMALL' : 'QUANTITY_NOT_IN_STEPS';
}

/** Counts the stock shared by `stockLines`; null without a limit. */
function countAvailable(
  variation: PurchasableVariation,
  stockLines: readonly PricedLine[],
  reserved: ReservedQuantities,
): number | null {
  if (variation.maxQuantity === null) return null;
  // For products that are sold individually, `maxQuantity` is 1 regardless of the stock.
  const unreserved = variation.unavailableReason === 'OUT_OF_STOCK' ? 0 : variation.maxQuantity;
  return unreserved + countReserved(stockLines, reserved);
}

/** Whether the lines that share a stock need more than is on hand or reserved for this cart. */
function isPartlyBackordered(
  { backorderFrom }: PurchasableVariation,
  stockLines: readonly PricedLine[],
  reserved: ReservedQuantities,
): boolean {
  return backorderFrom !== null && sumQuantities(stockLines) >= backorderFrom + countReserved(stockLines, reserved);
}

function countReserved(stockLines: readonly PricedLine[], reserved: ReservedQuantities): number {
  const variationIds = [...new Set(stockLines.map((line) => line.variationId))];
  return variationIds.reduce((sum, id) => sum + (reserved.get(id) ?? 0), 0);
}

/** Values for the placeholders of texts about a product's quantity rule. */
export function getRuleValues(rule: QuantityRule): { readonly min: number; readonly quantities: string } {
  return { min: rule.minQuantity, quantities: listFirstQuantities(rule).join(', ') };
}

const unorderableCodes: readonly NonNullable<PricedLine['problem']>['code'][] = [
  'UNAVAILABLE',
  'EVENT_STARTED',
  'OUT_OF_STOCK',
  'ADDONS_CHANGED',
];

/** Whether the line can be ordered, possibly with another quantity. */
export function isOrderable({ problem }: PricedLine): boolean {
  return problem === null || !unorderableCodes.includes(problem.code);
}

export function sumQuantities(lines: readonly { readonly quantity: number }[]): number {
  return lines.reduce((sum, line) => sum + line.quantity, 0);
}
