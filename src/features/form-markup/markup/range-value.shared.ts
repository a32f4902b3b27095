interface RangeBounds {
  /** As the attributes of the control have them; '' without. */
  readonly min: string;
  readonly step: string;
}

const countDecimals = (number: string) => number.split('.')[1]?.length ?? 0;

/** All values on the steps of a slider have the same number of decimals. */
export function formatRangeValue(value: number, { min, step }: RangeBounds, locale: string): string {
  const isFree = step === 'any';
  const decimals = Math.max(countDecimals(min), countDecimals(step));
  return value.toLocaleString(locale, {
    minimumFractionDigits: isFree ? 0 : decimals,
    maximumFractionDigits: isFree ? 2 : decimals,
  });
}
