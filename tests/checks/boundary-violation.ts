import type { Source } from './sources.ts';

export interface BoundaryViolation {
  readonly file: string;
  readonly line: number;
  readonly rule: string;
  readonly what: string;
  readonly because: string;
}

export interface Project {
  readonly root: string;
  /** Code of the shop, with its tests: src, demo, examples and files at the root. */
  readonly product: readonly Source[];
  /** Browser tests, benchmarks, scripts and checks: only style rules apply. */
  readonly support: readonly Source[];
  readonly byPath: ReadonlyMap<string, Source>;
}

export type Finding = Pick<BoundaryViolation, 'file' | 'line' | 'what'>;

export interface Rule {
  readonly name: string;
  readonly because: string;
  readonly find: (project: Project) => Finding[];
}

/** An allowed violation. */
export interface Exception {
  readonly rule: string;
  readonly file: string;
  readonly reason: string;
}

/** `file:line rule: what, because reason` */
export function formatViolation({ file, line, rule, what, because }: BoundaryViolation): string {
  return `${file}:${line} ${rule}: ${what}, because ${because}`;
}
