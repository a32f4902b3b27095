import type { CalculatedPackage, CalculatedShipping, Calculation } from '../calculate/calculation.ts';

/** The only package of an order, which is sent from the only stock location. */
export const mainPackage = { key: 'main', locationId: 1 };

/** Returns the only package of an order; a package without lines when nothing is shipped. */
export function getOnlyPackage({ shipping }: Pick<Calculation, 'shipping'>): CalculatedPackage {
  return shipping.packages[0] ?? { ...mainPackage, lineKeys: [], options: [], selected: null, refusals: [] };
}

/**
 * Lists the selected option of each package. Empty when nothing is shipped, or shipping is left out of the totals.
 */
export function listSelectedShipping({ shipping }: Pick<Calculation, 'shipping'>): CalculatedShipping[] {
  return shipping.packages.flatMap(({ selected }) => selected ?? []);
}
