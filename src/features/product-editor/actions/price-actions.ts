import type { VariationInput, VariationRecord } from '#features/catalog/index.ts';
import type { AuditValues } from '#platform/admin/audit/changed-fields.ts';
import { defineBulkAction, type RowResult, type UndoneChange } from '#platform/admin/runs/bulk-action.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { choice, line, moment } from '#platform/forms/kinds.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { productEditorTexts as texts } from '../texts.ts';
import { changeProduct, loadPricedVariations, type ProductChange, type Refusal } from './change-product.ts';
import { applyPriceFormula, type PriceFormula, type Rounding, readPriceFormula, roundings } from './price-formula.ts';

/** Prices of a variation as the audit records them. `undo` reads them from the audit. */
type PriceFields = Pick<VariationRecord, 'regularPrice' | 'salePrice' | 'saleFrom' | 'saleTo'>;

/** Most variations recorded per product: the audit would cut off more. */
const mostRecorded = 90;

const pickPrices = ({ regularPrice, salePrice, saleFrom, saleTo }: PriceFields): string =>
  JSON.stringify([regularPrice, salePrice, saleFrom, saleTo]);

function parsePrices(text: unknown): PriceFields | null {
  try {
    const [regularPrice, salePrice, from, to] = JSON.parse(String(text));
    return { regularPrice, salePrice, saleFrom: toDate(from), saleTo: toDate(to) };
  } catch {
    return null;
  }
}

/** Describes prices for the audit: a summary for people, and the prices of each variation for `undo`. */
function describePrices({ choices }: Shop, variations: readonly VariationRecord[]): AuditValues {
  const [only, ...others] = variations;
  const toMoney = (amount: number | null, currency: string) => (amount === null ? null : { amount, currency });
  if (only && others.length === 0)
    return {
      regularPrice: toMoney(only.regularPrice, only.currency),
      salePrice: toMoney(only.salePrice, only.currency),
      saleFrom: only.saleFrom?.toISOString() ?? null,
      saleTo: only.saleTo?.toISOString() ?? null,
    };
  const currency = variations[0]?.currency ?? choices.currency;
  const all = variations.flatMap(({ regularPrice }) => regularPrice ?? []);
  return {
    ...{ lowestPrice: toMoney(Math.min(...all), currency), highestPrice: toMoney(Math.max(...all), currency) },
    ...Object.fromEntries(variations.slice(0, mostRecorded).map((each) => [`prices.${each.id}`, pickPrices(each)])),
  };
}

/**
 * Changes the prices of all variations for sale of a product.
 * @param set returns the new prices of a variation; undefined leaves the variation unchanged
 */
function changePrices(
  shop: Shop,
  tx: Tx,
  id: number,
  actor: Actor,
  set: (variation: VariationRecord) => VariationInput | Refusal | undefined,
): Promise<RowResult> {
  return changeProduct({ shop, tx, actor, reference: 'prices' }, id, async (): Promise<ProductChange | Refusal> => {
    const stored = await loadPricedVariations(shop, tx, id);
    const changes = new Map<number, VariationInput>();
    for (const variation of stored) {
      const input = set(variation);
      if (input && 'ok' in input) return input as Refusal;
      if (input) changes.set(variation.id, input as VariationInput);
    }
    if (changes.size === 0)
      return { ok: false, code: 'NO_PRICE', message: shop.t(texts.noPriceToChange), isSkipped: true };
    const changed = stored.map((each) => ({ ...each, ...changes.get(each.id) }) as VariationRecord);
    return { variations: changes, before: describePrices(shop, stored), after: describePrices(shop, changed) };
  });
}

/** Restores the recorded prices, unless a price has been changed since the action. */
async function undoPrices(
  shop: Shop,
  tx: Tx,
  id: number,
  { before, after }: UndoneChange,
  actor: Actor,
): Promise<RowResult> {
  const count = (await loadPricedVariations(shop, tx, id)).length;
  if (count > mostRecorded) return { ok: false, code: 'TOO_MANY_PRICES', message: shop.t(texts.notUndoable) };
  const refusal: Refusal = { ok: false, code: 'PRODUCT_CHANGED', message: shop.t(texts.changedSince), isSkipped: true };
  return changePrices(shop, tx, id, actor, (variation) => {
    const now = pickPrices(variation);
    if (count > 1) {
      const [was, became] = [before?.[`prices.${variation.id}`], after?.[`prices.${variation.id}`]];
      // The audit records changed fields only.
      if (was === undefined) return undefined;
      return became === now ? (parsePrices(was) ?? refusal) : refusal;
    }
    const read = (values: UndoneChange['before'], current: PriceFields): PriceFields => {
      const amount = (name: 'regularPrice' | 'salePrice') =>
        values && name in values
          ? ((values[name] as { readonly amount: number } | null)?.amount ?? null)
          : current[name];
      const date = (name: 'saleFrom' | 'saleTo') =>
        values && name in values ? (values[name] ? new Date(String(values[name])) : null) : current[name];
      return {
        ...{ regularPrice: amount('regularPrice'), salePrice: amount('salePrice') },
        ...{ saleFrom: date('saleFrom'), saleTo: date('saleTo') },
      };
    };
    return pickPrices(read(after, variation)) === now ? read(before, variation) : refusal;
  });
}

const formulaField = ({ t, choices }: Shop, texts_: { readonly label: string; readonly hint: string }) =>
  line({
    ...{ ...texts_, required: true, max: 20, width: 'half', isCode: true },
    isValid: (typed) => readPriceFormula(typed, choices.currency) !== null,
    invalid: t(texts.formulaInvalid),
  });

const roundingTexts = {
  ...{ none: texts.roundNone, 95: texts.round95, 99: texts.round99, 50: texts.round50, '00': texts.round00 },
} as const;
const roundingField = ({ t }: Shop) =>
  choice({
    ...{ label: t(texts.rounding), required: true, width: 'half' },
    options: roundings.map((value) => ({ value, label: t(roundingTexts[value]) })),
  });

interface Applied {
  readonly formula: PriceFormula;
  readonly rounding: Rounding;
}

function applyTo(shop: Shop, variation: VariationRecord, { formula, rounding }: Applied): number | Refusal {
  const { regularPrice, currency, sku } = variation;
  const price = applyPriceFormula(regularPrice ?? 0, formula, { rounding, currency });
  if (price >= 0) return price;
  const message = shop.t(texts.priceNegative, { sku: sku ?? `#${variation.id}` });
  return { ok: false, code: 'PRICE_NEGATIVE', message };
}

const readFormula = ({ choices }: Shop, typed: string): PriceFormula => {
  const formula = readPriceFormula(typed, choices.currency);
  if (!formula) throw new TypeError(`'${typed}' is no change of a price`);
  return formula;
};

const common = { subject: 'product', requires: 'products.write', undo: undoPrices } as const;

export const changePricesAction = defineBulkAction({
  ...{ ...common, name: 'product-editor.change-prices', text: texts.changePrices },
  fields: (shop) => ({
    formula: formulaField(shop, { label: shop.t(texts.formula), hint: shop.t(texts.formulaHint) }),
    rounding: roundingField(shop),
  }),
  initial: () => ({ rounding: 'none' as const }),
  run: (shop, tx, id, { formula, rounding }, actor) => {
    const applied = { formula: readFormula(shop, formula), rounding: rounding || 'none' };
    return changePrices(shop, tx, id, actor, (variation) => {
      if (variation.regularPrice === null && applied.formula.kind !== 'set') return undefined;
      const price = applyTo(shop, variation, applied);
      return typeof price === 'number' ? { regularPrice: price } : price;
    });
  },
});

const toDate = (iso: string | null) => (iso === null ? null : new Date(iso));

export const setSaleAction = defineBulkAction({
  ...{ ...common, name: 'product-editor.set-sale', text: texts.setSale },
  fields: (shop) => ({
    formula: formulaField(shop, { label: shop.t(texts.saleFormula), hint: shop.t(texts.saleFormulaHint) }),
    rounding: roundingField(shop),
    saleFrom: moment({ label: shop.t(texts.saleFrom), width: 'half' }),
    saleTo: moment({ label: shop.t(texts.saleTo), width: 'half' }),
  }),
  initial: () => ({ rounding: 'none' as const }),
  run: (shop, tx, id, { formula, rounding, saleFrom, saleTo }, actor) => {
    const applied = { formula: readFormula(shop, formula), rounding: rounding || 'none' };
    return changePrices(shop, tx, id, actor, (variation) => {
      if (variation.regularPrice === null) return undefined;
      const price = applyTo(shop, variation, applied);
      return typeof price === 'number'
        ? { salePrice: price, saleFrom: toDate(saleFrom), saleTo: toDate(saleTo) }
        : price;
    });
  },
});

export const endSaleAction = defineBulkAction({
  ...{ ...common, name: 'product-editor.end-sale', text: texts.endSale },
  run: (shop, tx, id, _input, actor) =>
    // The catalogue stores no sale dates without a sale price. The dates are named here, so that the audit records
    // them and `undo` restores them.
    changePrices(shop, tx, id, actor, ({ salePrice }) =>
      salePrice === null ? undefined : { salePrice: null, saleFrom: null, saleTo: null },
    ),
});
