import type { Calculation, TaxLine } from '#features/pricing/index.ts';
import type { OrderInput } from './order-input.ts';

/** Position of the part that an adjustment or a tax belongs to; the two other numbers are null. */
interface PartPosition {
  readonly line: number | null;
  readonly shipping: number | null;
  readonly fee: number | null;
}

const noPart: PartPosition = { line: null, shipping: null, fee: null };

/** Converts a calculation to the rows of an order's parts. Each row has its position. */
export function toOrderParts({ lines, calculation }: Pick<OrderInput, 'lines' | 'calculation'>) {
  const { packages } = calculation.shipping;
  const locationIds = new Map(packages.flatMap(({ lineKeys, locationId }) => lineKeys.map((key) => [key, locationId])));
  const shipping = packages.flatMap(({ key: packageKey, locationId, selected }) =>
    selected ? [{ ...selected, packageKey, locationId }] : [],
  );
  const calculated = lines.map(({ key }) => findLine(calculation, key));
  return {
    lines: withPositions(lines.map((line, index) => ({ ...calculated[index], ...line }))),
    shipping: withPositions(shipping),
    fees: withPositions(calculation.fees),
    adjustments: withPositions(calculation.adjustments).map(({ lineKey, packageIndex, ...adjustment }) => ({
      ...noPart,
      ...adjustment,
      ...(lineKey === null ? { shipping: packageIndex } : { line: lines.findIndex(({ key }) => key === lineKey) }),
    })),
    taxLines: [
      ...calculated.flatMap(({ key, taxes }, line) =>
        toTaxRows(taxes, locationIds.get(key) ?? null, { ...noPart, line }),
      ),
      ...shipping.flatMap(({ taxes, locationId }, position) =>
        toTaxRows(taxes, locationId, { ...noPart, shipping: position }),
      ),
      ...calculation.fees.flatMap(({ taxes }, fee) => toTaxRows(taxes, null, { ...noPart, fee })),
    ],
  };
}

function findLine({ lines }: Calculation, key: string): Calculation['lines'][number] {
  const line = lines.find((each) => each.key === key);
  if (!line) throw new Error(`the calculation has no line ${key}`);
  return line;
}

/** @param locationId null for items that are not shipped */
function toTaxRows(taxes: readonly TaxLine[], locationId: number | null, part: PartPosition) {
  return taxes.map(({ rate: { key, ...rate }, net, amount }, position) => ({
    ...part,
    ...rate,
    ...{ position, locationId, rateKey: key, net, amount },
  }));
}

function withPositions<Item extends object>(items: readonly Item[]): (Item & { position: number })[] {
  return items.map((item, position) => ({ ...item, position }));
}
