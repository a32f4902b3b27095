import type { Shop } from '#platform/features/shop.ts';
import type { FieldRecord } from '#platform/forms/field.ts';
import { choice, line, list, money, number, text } from '#platform/forms/kinds.ts';
import { toDecimal } from '#platform/money/money.ts';
import { readCost } from '../commands/method-options.ts';
import { maxFormulaLength, parseFormula } from '../formulas/formula.ts';
import type { MethodOf, ShippingMethod } from '../settings.ts';
import { shippingTexts as texts } from './texts.ts';

type Values = Readonly<Record<string, unknown>>;
type Cost = number | string;

/**
 * Fields of one kind of shipping methods, and the conversion of their values to a method. Amounts are in the zone's
 * currency.
 */
export interface MethodKind {
  readonly names: readonly string[];
  readonly fields: (shop: Shop, currency: string) => FieldRecord;
  readonly toValues: (method: ShippingMethod, currency: string) => Values;
  /** Converts values to a method and leaves out empty values. */
  readonly toMethod: (values: Values, currency: string) => Values;
}

const maxAmount = 1_000_000_000;

const writeCost = (cost: Cost | undefined, currency: string): string =>
  typeof cost === 'number' ? toDecimal({ amount: cost, currency }) : (cost ?? '');

function isCost(typed: string, currency: string): boolean {
  const cost = readCost(typed, currency);
  return typeof cost === 'string' ? parseFormula(cost).ok : cost !== null;
}

const compact = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== '' && value !== undefined),
  );

const readPairs = (typed: string): (readonly [string, string])[] =>
  typed.split('\n').flatMap((each) => {
    const [name = '', ...rest] = each.split('=');
    return each.trim() === '' ? [] : [[name.trim(), rest.join('=').trim()] as const];
  });

const freeFromField = ({ t, choices }: Shop, currency: string) =>
  money({
    ...{ label: t(texts.freeFrom), hint: t(texts.freeFromHint), currency, min: 0, max: maxAmount },
    locale: choices.locale,
  });

const flatRate: MethodKind = {
  names: ['cost', 'classCosts', 'noClassCost', 'classRule', 'freeFrom'],
  fields: (shop, currency) => {
    const { t } = shop;
    const costField = (label: string, hint?: string) =>
      line({
        ...{ label, hint, max: maxFormulaLength, invalid: t(texts.costInvalid) },
        isValid: (typed) => isCost(typed, currency),
      });
    return {
      cost: costField(t(texts.cost), t(texts.costHint)),
      classCosts: text({
        ...{ label: t(texts.classCosts), hint: t(texts.classCostsHint), max: 20_000 },
        isValid: (typed) => readPairs(typed).every(([name, cost]) => /^[\w-]+$/.test(name) && isCost(cost, currency)),
        invalid: t(texts.classCostsInvalid),
      }),
      noClassCost: costField(t(texts.noClassCost)),
      classRule: choice({
        ...{ label: t(texts.classRule), required: true },
        options: [
          { value: 'per-class', label: t(texts.perClass) },
          { value: 'highest', label: t(texts.highest) },
        ],
      }),
      freeFrom: freeFromField(shop, currency),
    };
  },
  toValues: (method, currency) => {
    const { cost, classCosts = {}, noClassCost, classRule = 'per-class', freeFrom } = method as MethodOf<'flat_rate'>;
    const pairs = Object.entries(classCosts).map(([name, each]) => `${name} = ${writeCost(each, currency)}`);
    return {
      ...{ cost: writeCost(cost, currency), classCosts: pairs.join('\n'), classRule, freeFrom: freeFrom ?? null },
      noClassCost: writeCost(noClassCost, currency),
    };
  },
  toMethod: ({ cost, classCosts, noClassCost, classRule, freeFrom }, currency) => {
    const pairs = readPairs(String(classCosts)).map(([name, each]) => [name, readCost(each, currency)] as const);
    const read = (typed: unknown) => (typed === '' ? null : readCost(String(typed), currency));
    return {
      ...compact({ noClassCost: read(noClassCost), classRule, freeFrom }),
      ...{ cost: read(cost) ?? 0, ...(pairs.length > 0 && { classCosts: Object.fromEntries(pairs) }) },
    };
  },
};

const freeShipping: MethodKind = {
  names: ['requires', 'minimum', 'minimumOf'],
  fields: ({ t, choices }, currency) => ({
    requires: choice({
      ...{ label: t(texts.requires), required: true },
      options: [
        { value: 'nothing', label: t(texts.nothing) },
        { value: 'minimum', label: t(texts.minimum) },
        { value: 'coupon', label: t(texts.coupon) },
        { value: 'minimum-or-coupon', label: t(texts.either) },
        { value: 'minimum-and-coupon', label: t(texts.both) },
      ],
    }),
    minimum: money({
      ...{ label: t(texts.minimumAmount), currency, min: 0, max: maxAmount, locale: choices.locale },
    }),
    minimumOf: choice({
      ...{ label: t(texts.minimumOf), required: true },
      options: [
        { value: 'discounted', label: t(texts.discounted) },
        { value: 'full', label: t(texts.full) },
      ],
    }),
  }),
  toValues: (method) => {
    const { requires = 'nothing', minimum, minimumOf = 'discounted' } = method as MethodOf<'free_shipping'>;
    return { requires, minimum: minimum ?? null, minimumOf };
  },
  toMethod: ({ requires, minimum, minimumOf }) => compact({ requires, minimum, minimumOf }),
};

const localPickup: MethodKind = {
  names: ['cost', 'freeFrom', 'places'],
  fields: (shop, currency) => {
    const { t, choices } = shop;
    return {
      cost: money({
        ...{ label: t(texts.pickupCost), currency, min: 0, max: maxAmount, locale: choices.locale },
      }),
      freeFrom: freeFromField(shop, currency),
      places: list({
        ...{ label: t(texts.places), hint: t(texts.placesHint), max: 100 },
        fields: {
          id: line({ name: 'place', label: t(texts.placeId), required: true, max: 50, width: 'third' }),
          title: line({ name: 'text', label: t(texts.placeTitle), required: true, max: 200, width: 'third' }),
          detail: line({ label: t(texts.placeDetail), max: 200, width: 'third' }),
        },
      }),
    };
  },
  toValues: (method) => {
    const { cost = 0, freeFrom, places = [] } = method as MethodOf<'local_pickup'>;
    const rows = places.map(({ id, title, detail = '' }) => ({ id, title, detail }));
    return { cost, freeFrom: freeFrom ?? null, places: rows };
  },
  toMethod: ({ cost, freeFrom, places }) => {
    const rows = (places as readonly Values[]).map(compact);
    return { ...compact({ freeFrom }), cost: cost ?? 0, ...(rows.length > 0 && { places: rows }) };
  },
};

const table: MethodKind = {
  names: ['by', 'rows', 'freeFrom'],
  fields: (shop, currency) => {
    const { t, choices } = shop;
    const count = { min: 0, max: maxAmount, width: 'third' } as const;
    const amount = { currency, locale: choices.locale, min: 0, max: maxAmount, width: 'third' } as const;
    return {
      by: choice({
        ...{ label: t(texts.by), required: true },
        options: [
          { value: 'weight', label: t(texts.weight) },
          { value: 'total', label: t(texts.total) },
          { value: 'quantity', label: t(texts.quantity) },
        ],
      }),
      rows: list({
        ...{ label: t(texts.rows), hint: t(texts.rowsHint), required: true, max: 80 },
        fields: {
          from: number({ label: t(texts.from), ...count }),
          to: number({ label: t(texts.to), ...count }),
          cost: money({ label: t(texts.cost), required: true, ...amount }),
          stepSize: number({ label: t(texts.stepSize), ...count, min: 1 }),
          stepCost: money({ label: t(texts.stepCost), ...amount }),
        },
      }),
      freeFrom: freeFromField(shop, currency),
    };
  },
  toValues: (method) => {
    const { by = 'weight', rows = [], freeFrom } = method as Partial<MethodOf<'table'>>;
    const shown = rows.map(({ from, to = null, cost, stepSize = null, stepCost = null }) => ({
      ...{ from, to, cost, stepSize, stepCost },
    }));
    return { by, rows: shown, freeFrom: freeFrom ?? null };
  },
  toMethod: ({ by, rows, freeFrom }) => ({
    ...{ by, rows: (rows as readonly Values[]).map(compact), ...compact({ freeFrom }) },
  }),
};

export const methodKinds: Readonly<Record<ShippingMethod['type'], MethodKind>> = {
  ...{ flat_rate: flatRate, free_shipping: freeShipping, local_pickup: localPickup, table },
};
