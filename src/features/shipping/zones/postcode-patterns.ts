/** A postcode without spaces and hyphens, as patterns compare it. */
export function compactPostcode(postcode: string): string {
  return postcode.toUpperCase().replace(/[\s-]/g, '');
}

const range = /^\s*(\d{1,12})\s*\.{3}\s*(\d{1,12})\s*$/;

/** Whether a text is a postcode, the beginning of postcodes (`D0*`) or a range (`1000...1999`). */
export function isPostcodePattern(text: string): boolean {
  const [, from = '', to = ''] = range.exec(text) ?? [];
  if (from !== '') return from.length === to.length && Number(from) <= Number(to);
  return /^[\p{L}\p{N}]+\*?$/u.test(compactPostcode(text));
}

/** Tells whether a compact postcode is one of those that were compiled. */
export type MatchPostcode = (postcodes: readonly string[]) => boolean;

/** Compiles patterns, so that one look-up finds a postcode among thousands of them. */
export function compilePostcodes(patterns: readonly string[]): MatchPostcode {
  const ranges = patterns.flatMap((pattern) => {
    const [, from, to] = range.exec(pattern) ?? [];
    return from === undefined || to === undefined ? [] : { length: from.length, from: Number(from), to: Number(to) };
  });
  const texts = patterns.filter((pattern) => !range.test(pattern)).map(compactPostcode);
  const whole = new Set(texts.filter((text) => !text.endsWith('*')));
  const beginnings = texts.filter((text) => text.endsWith('*')).map((text) => text.slice(0, -1));
  const isInRange = (postcode: string) =>
    /^\d+$/.test(postcode) &&
    ranges.some(
      ({ length, from, to }) => postcode.length === length && from <= Number(postcode) && Number(postcode) <= to,
    );
  return (postcodes) =>
    postcodes.some(
      (postcode) =>
        whole.has(postcode) || beginnings.some((beginning) => postcode.startsWith(beginning)) || isInRange(postcode),
    );
}
