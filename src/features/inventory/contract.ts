/** Stock types that are safe to import in the browser. */

export type StockState = 'in' | 'out' | 'backorder';

/** What a page shows of a stock level. */
export interface StockDisplay {
  readonly state: StockState;
  /** Quantity left; set only at or below the low-stock threshold. */
  readonly left: number | null;
  /** Maximum quantity a page may show; null leaves the check to the server. */
  readonly max: number | null;
}
