/** An exact number. The denominator is positive. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

export function toFraction(numerator: bigint, denominator = 1n): Fraction {
  return denominator < 0n ? { numerator: -numerator, denominator: -denominator } : { numerator, denominator };
}

export function add(a: Fraction, b: Fraction): Fraction {
  return toFraction(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);
}

export function negate({ numerator, denominator }: Fraction): Fraction {
  return { numerator: -numerator, denominator };
}

export function multiply(a: Fraction, b: Fraction): Fraction {
  return toFraction(a.numerator * b.numerator, a.denominator * b.denominator);
}

/** @returns null for a division by zero */
export function divide(a: Fraction, b: Fraction): Fraction | null {
  return b.numerator === 0n ? null : toFraction(a.numerator * b.denominator, a.denominator * b.numerator);
}

export function isLess(a: Fraction, b: Fraction): boolean {
  return a.numerator * b.denominator < b.numerator * a.denominator;
}

/** Rounds to the nearest whole number, half away from zero. */
export function round({ numerator, denominator }: Fraction): bigint {
  const magnitude = numerator < 0n ? -numerator : numerator;
  const rounded = (magnitude * 2n + denominator) / (denominator * 2n);
  return numerator < 0n ? -rounded : rounded;
}
