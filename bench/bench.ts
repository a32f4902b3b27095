import type { Row } from './report.ts';

/**
 * Rounds of loads that take turns and are measured by their slowest answers. Short ones, so that a machine that
 * stops for a tenth of a second now and then spoils few of them.
 */
export interface Turns {
  /** Duration of one round of one load. */
  readonly seconds: number;
  readonly warmUps: number;
  /** After the warm-ups; the median is reported. */
  readonly rounds: number;
}

/** Input of every measure. */
export interface Bench {
  /** Data folder of a shop that has products and is not running. */
  readonly dataDir: string;
  /** Duration of one round of load. */
  readonly seconds: number;
  /** Number of rounds; the median is reported. */
  readonly rounds: number;
  readonly turns: Turns;
  /** Share of the longest measures that is run: 1, or less with `--quick`. */
  readonly share: number;
}

/** The shop is stopped before and after a measure. */
export type Measure = (bench: Bench) => Promise<readonly Row[]>;
