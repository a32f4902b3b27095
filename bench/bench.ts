import type { Row } from './report.ts';

/** Input of every measure. */
export interface Bench {
  /** Data folder of a shop that has products and is not running. */
  readonly dataDir: string;
  /** Duration of one round of load. */
  readonly seconds: number;
  /** Number of rounds; the median is reported. */
  readonly rounds: number;
  /** Share of the longest measures that is run: 1, or less with `--quick`. */
  readonly share: number;
}

/** The shop is stopped before and after a measure. */
export type Measure = (bench: Bench) => Promise<readonly Row[]>;
