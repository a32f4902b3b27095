import { adminPath } from '#platform/admin/contract.ts';

/** Name of the permission. */
export const readReports = 'reports.read';

export const reportsPath = adminPath('reports');

/** What sums of a day are kept by. `total`: all orders. `part`: goods, shipping, fees and free refunds. */
export const dimensions = ['total', 'part', 'product', 'country', 'payment', 'source', 'coupon'] as const;

export type Dimension = (typeof dimensions)[number];

/** Amounts are minor units with taxes. */
export interface SalesSum {
  /** That were paid. */
  readonly orders: number;
  /** Of goods, in these orders. */
  readonly units: number;
  readonly sold: number;
  readonly soldTax: number;
  /** By refunds that succeeded. */
  readonly returned: number;
  readonly returnedTax: number;
}

export const noSales: SalesSum = { orders: 0, units: 0, sold: 0, soldTax: 0, returned: 0, returnedTax: 0 };

export const getRevenue = ({ sold, returned }: Pick<SalesSum, 'sold' | 'returned'>): number => sold - returned;

export const getTax = ({ soldTax, returnedTax }: SalesSum): number => soldTax - returnedTax;

export const getNetRevenue = (sum: SalesSum): number => getRevenue(sum) - getTax(sum);
