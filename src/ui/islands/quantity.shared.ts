/** Limits of a quantity, as attributes of a number input. */
export interface QuantityLimits {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly step?: number | 'any' | undefined;
}

interface NormalizedLimits {
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** Whether only whole steps from the minimum are valid. */
  readonly isStepped: boolean;
}

/** Defaults: from 0, no maximum, steps of 1. The maximum is at least the minimum. */
function normalizeLimits({ min = 0, max = Number.POSITIVE_INFINITY, step = 1 }: QuantityLimits): NormalizedLimits {
  const isStepped = step !== 'any' && step > 0;
  return { min, max: Math.max(min, max), step: isStepped ? step : 1, isStepped };
}

export function clampQuantity(value: number, limits: QuantityLimits): number {
  const { min, max } = normalizeLimits(limits);
  return Math.min(Math.max(value, min), max);
}

/** Returns the next whole step from the minimum, up or down, as a browser's number input does. */
export function stepQuantity(value: number, direction: 1 | -1, limits: QuantityLimits): number {
  const { min, max, step, isStepped } = normalizeLimits(limits);
  if (!isStepped) return clampQuantity(roundFraction(value + direction, value), limits);
  const last = Number.isFinite(max) ? Math.floor(roundFraction((max - min) / step)) : Number.POSITIVE_INFINITY;
  const steps = roundFraction((value - min) / step);
  const target = direction === 1 ? Math.floor(steps) + 1 : Math.ceil(steps) - 1;
  return roundFraction(min + Math.min(Math.max(target, 0), last) * step, min, step);
}

/** Whether a step in this direction changes the quantity. */
export function canStep(value: number, direction: 1 | -1, limits: QuantityLimits): boolean {
  const next = stepQuantity(value, direction, limits);
  return direction === 1 ? next > value : next < value;
}

/**
 * Removes floating-point errors (0.1 + 0.2).
 * @param operands numbers whose decimals the result keeps; 9 decimals without any
 */
function roundFraction(value: number, ...operands: readonly number[]): number {
  if (!Number.isFinite(value)) return value;
  const decimals =
    operands.length === 0 ? 9 : Math.max(...operands.map((operand) => String(operand).split('.')[1]?.length ?? 0));
  return Number(value.toFixed(Math.min(decimals, 20)));
}
