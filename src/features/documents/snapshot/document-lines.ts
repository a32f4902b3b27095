import { formatLineOptions, type Order, type OrderLine } from '#features/orders/index.ts';
import { divideRounded } from '#features/pricing/index.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import type { StoredDocument } from '../find-documents.ts';
import { documentTexts as texts } from '../texts.ts';
import type { DocumentLine, DocumentTax, LineRate } from './document-snapshot.ts';
import type { PartTax, RefundedPart } from './find-parts.ts';

/** The parts of a document with their sums, in minor units. */
export interface DocumentParts {
  readonly lines: readonly DocumentLine[];
  readonly taxes: readonly DocumentTax[];
}

interface TaxedPart {
  readonly line: DocumentLine;
  readonly taxes: readonly DocumentTax[];
}

export function listOrderParts(context: RenderContext, order: Order, taxes: readonly PartTax[]): DocumentParts {
  const findTaxes = (kind: PartTax['kind'], position: number) =>
    taxes.filter((tax) => tax.kind === kind && tax.position === position);
  const items = order.lines.map((line, position): TaxedPart => {
    const lineTaxes = findTaxes('item', position);
    return {
      taxes: lineTaxes,
      line: { ...describeItem(context, order, line), ...getItemAmounts(line), rates: toRates(lineTaxes) },
    };
  });
  const other = (
    kind: 'shipping' | 'fee',
    parts: readonly { name: string; net: number; tax: number; gross: number }[],
  ) =>
    parts.map(({ name, net, tax, gross }, position): TaxedPart => {
      const partTaxes = findTaxes(kind, position);
      const line = { ...plainPart, name, net, tax, gross, rates: toRates(partTaxes) };
      return { taxes: [...partTaxes, ...listUntaxed(net, partTaxes)], line };
    });
  const shipping = order.shipping.map((line) => ({ ...line, name: line.title }));
  return sumParts(order, [...items, ...other('shipping', shipping), ...other('fee', order.fees)]);
}

/**
 * Returns the part of a shipping line whose tax class has no rates. Each class is counted once, by the net amount of
 * its first rate.
 */
function listUntaxed(net: number, taxes: readonly PartTax[]): DocumentTax[] {
  const ofClasses = [...Map.groupBy(taxes, ({ taxClass }) => taxClass).values()].map(([first]) => first?.net ?? 0);
  const untaxed = net - ofClasses.reduce((sum, amount) => sum + amount, 0);
  return taxes.length > 0 && untaxed > 0 ? [{ name: '', rate: 0, net: untaxed, amount: 0 }] : [];
}

export function listRefundParts(context: RenderContext, order: Order, parts: readonly RefundedPart[]): DocumentParts {
  const { t } = context;
  const titles = { shipping: t(texts.shipping), fee: t(texts.fees), amount: t(texts.partOfOrder) };
  const refunded = parts.map(({ kind, position, quantity, net, tax, gross, taxes }): TaxedPart => {
    const sold = position === null ? undefined : order.lines[position];
    const text = sold
      ? describeItem(context, order, sold)
      : { ...plainPart, name: kind === 'item' ? '' : titles[kind] };
    const amounts = { unitNet: null, discount: 0, quantity, net, tax, gross };
    return { taxes, line: { ...text, ...amounts, rates: toRates(taxes) } };
  });
  return sumParts(order, refunded);
}

/** Lists what is left of an invoice: its lines, and a line with negative amounts for each of its credit notes. */
export function listUncreditedParts(
  { t }: RenderContext,
  order: Order,
  { lines, taxes }: DocumentParts,
  credited: readonly StoredDocument[],
): DocumentParts {
  const former = credited.map(({ label, snapshot: { net, tax, gross, taxes: ofNote } }) => ({
    line: {
      ...{ ...plainPart, name: t(texts.creditedBefore, { label }), rates: toRates(ofNote.filter(({ name }) => name)) },
      ...{ net: -net, tax: -tax, gross: -gross },
    },
    taxes: ofNote.map((each) => ({ ...each, net: -each.net, amount: -each.amount })),
  }));
  const left = [...taxes, ...former.flatMap((each) => each.taxes)];
  return { lines: [...lines, ...former.map(({ line }) => line)], taxes: sumTaxes(order, left) };
}

const plainPart = { sku: '', notes: [], quantity: null, unitNet: null, discount: 0 } as const;

function describeItem(context: RenderContext, order: Order, line: OrderLine) {
  return { name: line.name, sku: line.sku ?? '', notes: formatLineOptions(context, order, line) };
}

function getItemAmounts(line: OrderLine) {
  const { quantity, net, tax, gross } = line;
  // Compare totals, since rounding can make the net amount of a line without discount differ from the one before
  // discounts.
  const isDiscounted = line.total < line.unitPrice * quantity;
  const before = isDiscounted ? Math.max(line.subtotalNet, net) : net;
  return { quantity, unitNet: calculateUnitPrice(before, quantity), discount: before - net, net, tax, gross };
}

/**
 * Returns the price of one unit, with enough decimals of the minor unit that price times quantity, rounded, is the
 * amount.
 */
function calculateUnitPrice(amount: number, quantity: number): number {
  for (let scale = 1n; ; scale *= 100n) {
    const price = divideRounded(BigInt(amount) * scale, BigInt(quantity));
    if (divideRounded(price * BigInt(quantity), scale) === BigInt(amount)) return Number(price) / Number(scale);
  }
}

const toRates = (taxes: readonly DocumentTax[]): LineRate[] => taxes.map(({ name, rate }) => ({ name, rate }));

/**
 * Sums taxes by name and rate, in the order of the order's taxes. Parts without a tax are summed as not taxed, so
 * that the sums cover the whole document.
 */
function sumParts(order: Order, parts: readonly TaxedPart[]): DocumentParts {
  const all = parts.flatMap(({ line, taxes }) =>
    taxes.length > 0 ? taxes : line.gross > 0 ? [{ name: '', rate: 0, net: line.net, amount: 0 }] : [],
  );
  return { lines: parts.map(({ line }) => line), taxes: sumTaxes(order, all) };
}

function sumTaxes({ taxes: ofOrder }: Order, all: readonly DocumentTax[]): DocumentTax[] {
  const groups = Map.groupBy(all, getTaxKey);
  const taxes = [...groups.values()].flatMap((group) => {
    const [first] = group;
    const sum = (get: (tax: DocumentTax) => number) => group.reduce((total, tax) => total + get(tax), 0);
    return first
      ? [{ name: first.name, rate: first.rate, net: sum(({ net }) => net), amount: sum(({ amount }) => amount) }]
      : [];
  });
  const positions = ofOrder.map(({ rate }) => getTaxKey(rate));
  const findPosition = (tax: DocumentTax) => (tax.name === '' ? positions.length : positions.indexOf(getTaxKey(tax)));
  return taxes.toSorted((a, b) => findPosition(a) - findPosition(b));
}

const getTaxKey = ({ name, rate }: LineRate) => `${rate} ${name}`;
