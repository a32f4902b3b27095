import type { Source } from './sources.ts';

export interface BoundaryViolation {
  readonly file: string;
  readonly line: number;
  readonly rule: string;
  readonly what: string;
  readonly because: string;
}

export interface House {
  readonly root: string;
  /** What makes the shop: src, demo, examples and the files at the root; tests among them. */
  readonly product: readonly Source[];
  /** Browser tests, benchmarks, scripts and checks: only the rules of style are for them. */
  readonly support: readonly Source[];
  readonly byPath: ReadonlyMap<string, Source>;
}

export type Finding = Pick<BoundaryViolation, 'file' | 'line' | 'what'>;

export interface Rule {
  readonly name: string;
  readonly because: string;
  readonly find: (house: House) => Finding[];
}

/** An exception that is allowed, with its reason. */
export interface Exception {
  readonly rule: string;
  readonly file: string;
  readonly reason: string;
}

/** `file:line rule: what, because why` */
export function describe({ file, line, rule, what, because }: BoundaryViolation): string {
  return `${file}:${line} ${rule}: ${what}, because ${because}`;
}
