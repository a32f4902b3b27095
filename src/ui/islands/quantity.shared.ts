/** What a quantity may be, as a number input's attributes say it. */
export interface QuantityLimits {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly step?: number | 'any' | undefined;
}

interface Rules {
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** Whether only whole steps from the minimum are good. */
  readonly isStepped: boolean;
}

/** Absent: from 0, without end, by 1 (spec 5.2/2-4). A maximum below the minimum leaves the minimum. */
function rulesOf({ min = 0, max = Number.POSITIVE_INFINITY, step = 1 }: QuantityLimits): Rules {
  const isStepped = step !== 'any' && step > 0;
  return { min, max: Math.max(min, max), step: isStepped ? step : 1, isStepped };
}

/** The nearest quantity that is neither below the minimum nor above the maximum (spec 5.2/5). */
export function clampQuantity(value: number, limits: QuantityLimits): number {
  const { min, max } = rulesOf(limits);
  return Math.min(Math.max(value, min), max);
}

/** One step up or down, as a browser's own arrows would do it: to a whole step from the minimum, never beyond a limit. */
export function stepQuantity(value: number, direction: 1 | -1, limits: QuantityLimits): number {
  const { min, max, step, isStepped } = rulesOf(limits);
  if (!isStepped) return clampQuantity(tidy(value + direction, value), limits);
  const last = Number.isFinite(max) ? Math.floor(tidy((max - min) / step)) : Number.POSITIVE_INFINITY;
  const steps = tidy((value - min) / step);
  const wanted = direction === 1 ? Math.floor(steps) + 1 : Math.ceil(steps) - 1;
  return tidy(min + Math.min(Math.max(wanted, 0), last) * step, min, step);
}

/** Whether a step in this direction would change anything. */
export function canStep(value: number, direction: 1 | -1, limits: QuantityLimits): boolean {
  const next = stepQuantity(value, direction, limits);
  return direction === 1 ? next > value : next < value;
}

/** Takes away what binary fractions add (0.1 + 0.2), to as many decimals as the numbers in it have, or to 9. */
function tidy(value: number, ...parts: readonly number[]): number {
  if (!Number.isFinite(value)) return value;
  const decimals = parts.length === 0 ? 9 : Math.max(...parts.map((part) => String(part).split('.')[1]?.length ?? 0));
  return Number(value.toFixed(Math.min(decimals, 20)));
}
