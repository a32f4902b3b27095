import type {
  CalculatedFee,
  CalculatedLine,
  CalculatedShipping,
  CalculationInput,
  ShippingOption,
  TaxedShippingOption,
} from '../calculation.ts';
import type { Prepared } from '../prepare.ts';
import { addTaxes, type TaxedAmount } from '../taxes.ts';
import type { DiscountedLine } from './price-lines.ts';
import { createShippingSplit, type ShippingPart, type SplitShipping } from './split-shipping.ts';
import { createTaxZone, type TaxZone, toTaxable } from './tax-zone.ts';

export interface TaxedOrder {
  readonly lines: readonly CalculatedLine[];
  /** Taxed shipping of each package with a selected option. */
  readonly shipping: readonly CalculatedShipping[];
  readonly fees: readonly CalculatedFee[];
}

interface ShippingTaxes {
  readonly zone: TaxZone;
  readonly split: SplitShipping;
}

/** Returns how pickups, or other shipping options, are taxed. */
export type PrepareShippingTaxes = (isPickup: boolean) => ShippingTaxes;

/**
 * Prepares the taxes of pickups and of other options at most once each, because dividing their cost calculates the
 * taxes of all lines.
 */
export function createShippingTaxes(
  prepared: Prepared,
  { customer }: CalculationInput,
  lines: readonly DiscountedLine[],
): PrepareShippingTaxes {
  const known = new Map<boolean, ShippingTaxes>();
  const prepareOne = (isPickup: boolean): ShippingTaxes => {
    const isReverseCharged = (prepared.taxDuty?.isReverseCharged ?? false) && !isPickup;
    const zone = createTaxZone(prepared, { isExempt: customer?.isTaxExempt || isReverseCharged, isPickup });
    return { zone, split: createShippingSplit(zone, prepared.taxRules.shippingClass, lines) };
  };
  return (isPickup) => {
    const taxes = known.get(isPickup) ?? prepareOne(isPickup);
    known.set(isPickup, taxes);
    return taxes;
  };
}

/** Calculates taxes, such that `net + tax = gross` for each line, shipping and fee. */
export function calculateTaxes(
  { taxRules: { rounding } }: Pick<Prepared, 'taxRules'>,
  { fees }: CalculationInput,
  lines: readonly DiscountedLine[],
  shipping: ShippingOption | null,
  prepareShipping: PrepareShippingTaxes,
): TaxedOrder {
  const { zone, split } = prepareShipping(shipping?.isPickup ?? false);
  const parts = shipping ? split(shipping) : [];
  const taxed = addTaxes(
    [
      ...lines.map((line) => toTaxableLine(zone, line, line.total)),
      ...toTaxableShipping(zone, parts),
      ...fees.map(({ key, amount, taxClass }) =>
        toTaxable(zone, { key: `fee:${key}`, amount, taxClass, isShipping: false }),
      ),
    ],
    rounding,
  );
  const byKey = new Map(taxed.map((amount) => [amount.key, amount]));
  const subtotals = calculateSubtotals(zone, lines, byKey, rounding);
  const find = (key: string) => byKey.get(key) ?? { key, net: 0, gross: 0, taxes: [] };
  return {
    lines: lines.map(({ line, unitPrice, subtotal, total }) => {
      const before = subtotals.get(`line:${line.key}`);
      return {
        ...sumParts(line.key, [find(`line:${line.key}`)]),
        ...{ quantity: line.quantity, unitPrice, subtotal, total },
        ...{ subtotalNet: before?.net ?? 0, subtotalGross: before?.gross ?? 0 },
      };
    }),
    shipping: (shipping ? [shipping] : []).map(({ id, title, amount }) => ({
      ...sumParts(
        id,
        parts.map(({ key }) => find(key)),
      ),
      ...{ methodId: id, title, total: amount },
    })),
    fees: fees.map(({ key, name, amount }) => ({ ...sumParts(key, [find(`fee:${key}`)]), name, total: amount })),
  };
}

/** Adds the taxes of each shipping option, as if it were selected. Each option is rounded separately. */
export function taxShippingOptions(
  options: readonly ShippingOption[],
  prepareShipping: PrepareShippingTaxes,
): TaxedShippingOption[] {
  return options.map((option) => {
    const { zone, split } = prepareShipping(option.isPickup);
    const { net, gross } = sumParts(option.id, addTaxes(toTaxableShipping(zone, split(option)), 'line'));
    return { ...option, net, gross };
  });
}

function toTaxableShipping(zone: TaxZone, parts: readonly ShippingPart[]) {
  return parts.map(({ key, amount, taxClass }) => toTaxable(zone, { key, amount, taxClass, isShipping: true }));
}

function toTaxableLine(zone: TaxZone, { line }: DiscountedLine, amount: number) {
  const taxClass = line.taxStatus === 'taxable' ? line.taxClass : null;
  return toTaxable(zone, { key: `line:${line.key}`, amount, taxClass, isShipping: false });
}

/** Calculates the taxes of the lines without discounts. */
function calculateSubtotals(
  zone: TaxZone,
  lines: readonly DiscountedLine[],
  taxed: ReadonlyMap<string, TaxedAmount>,
  rounding: Prepared['taxRules']['rounding'],
): ReadonlyMap<string, TaxedAmount> {
  if (lines.every(({ subtotal, total }) => subtotal === total)) return taxed;
  const before = addTaxes(
    lines.map((line) => toTaxableLine(zone, line, line.subtotal)),
    rounding,
  );
  return new Map(before.map((amount) => [amount.key, amount]));
}

function sumParts(key: string, parts: readonly TaxedAmount[]) {
  const net = parts.reduce((sum, part) => sum + part.net, 0);
  const gross = parts.reduce((sum, part) => sum + part.gross, 0);
  return { key, net, tax: gross - net, gross, taxes: parts.flatMap(({ taxes }) => taxes) };
}
