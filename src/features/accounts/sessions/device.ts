/** The first match names the browser. The order matters: the `User-Agent` of Edge also contains `Chrome`. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/.*Safari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\b(?:iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const findName = (names: typeof browsers, text: string) => names.find(([pattern]) => pattern.test(text))?.[1];

/** Returns the browser and system of a `User-Agent`, or null when neither is known. */
export function describeDevice(userAgent: string): string | null {
  const names = [findName(browsers, userAgent), findName(systems, userAgent)].filter((name) => name !== undefined);
  return names.length === 0 ? null : names.join(', ');
}
