/** Stock types that are safe to import in the browser. */

export type StockState = 'in' | 'out' | 'backorder';

/** A stock level as pages show it. */
export interface StockDisplay {
  readonly state: StockState;
  /** Quantity left; set only at or below the low-stock threshold. */
  readonly left: number | null;
  /** Maximum quantity a page may show; null leaves the check to the server. */
  readonly max: number | null;
}
