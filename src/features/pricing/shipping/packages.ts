import type { CalculatedPackage, CalculatedShipping, Calculation } from '../calculate/calculation.ts';

/** The one package of an order. It is sent from the one stock location. */
export const mainPackage = { key: 'main', locationId: 1 };

/** What the one package of an order has; empty when nothing is shipped. */
export function getOnlyPackage({ shipping }: Pick<Calculation, 'shipping'>): CalculatedPackage {
  return shipping.packages[0] ?? { ...mainPackage, lineKeys: [], options: [], selected: null, refusals: [] };
}

/** The selected option of each package. Empty when nothing is shipped, or shipping is left out of the totals. */
export function listSelectedShipping({ shipping }: Pick<Calculation, 'shipping'>): CalculatedShipping[] {
  return shipping.packages.flatMap(({ selected }) => selected ?? []);
}
