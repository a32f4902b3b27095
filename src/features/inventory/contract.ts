/** What a page may know of stock; safe in the browser. */

export type StockState = 'in' | 'out' | 'backorder';

/** What a page may say about stock. */
export interface StockDisplay {
  readonly state: StockState;
  /** How many are left, only when they are few. */
  readonly left: number | null;
  /** The most one can buy, when a page may say so; null leaves it to the server. */
  readonly max: number | null;
}
