/**
 * @returns the digits of a GTIN-8, 12, 13 or 14 with a valid check digit (GS1 General
 *   Specifications, 7.9), else null
 */
export function readGtin(text: string | null): string | null {
  const digits = text?.replace(/[\s-]/g, '') ?? '';
  if (!/^(?:\d{8}|\d{12,14})$/.test(digits)) return null;
  const sum = [...digits].reverse().reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0 ? digits : null;
}
