import type { Row } from './report.ts';

/** What every measure is given. */
export interface Bench {
  /** Of a shop that is filled and not running. */
  readonly dataDir: string;
  /** Of one round of load. */
  readonly seconds: number;
  /** Of which the median counts. */
  readonly rounds: number;
  /** 1, or less for a quick look: how much of the longest measures is done. */
  readonly share: number;
}

/** Begins with a shop that is not running, and leaves it so. */
export type Measure = (bench: Bench) => Promise<readonly Row[]>;
