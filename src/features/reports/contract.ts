import { adminPath } from '#platform/admin/contract.ts';

export const readReports = 'reports.read';

export const reportsPath = adminPath('reports');

/**
 * Dimensions by which the sums of a day are stored. `total`: all orders. `part`: goods, shipping, fees and refunds of
 * a free amount.
 */
export const dimensions = ['total', 'part', 'product', 'country', 'payment', 'source', 'coupon'] as const;

export type Dimension = (typeof dimensions)[number];

/** Amounts in minor units, including taxes. */
export interface SalesSum {
  /** Number of paid orders. */
  readonly orders: number;
  /** Units of goods in the paid orders. */
  readonly units: number;
  readonly sold: number;
  readonly soldTax: number;
  /** Amount of succeeded refunds. */
  readonly returned: number;
  readonly returnedTax: number;
}

export const noSales: SalesSum = { orders: 0, units: 0, sold: 0, soldTax: 0, returned: 0, returnedTax: 0 };

export const getRevenue = ({ sold, returned }: Pick<SalesSum, 'sold' | 'returned'>): number => sold - returned;

export const getTax = ({ soldTax, returnedTax }: SalesSum): number => soldTax - returnedTax;

export const getNetRevenue = (sum: SalesSum): number => getRevenue(sum) - getTax(sum);
