import type { Exception } from './boundary-violation.ts';

/** Allowed boundary violations. An exception that is no longer needed fails the check. */
export const exceptions: readonly Exception[] = [
  {
    rule: 'default-export',
    file: 'e2e/support/shop.ts',
    reason: 'Playwright calls the default export of its global setup',
  },
];

/** Files over 400 lines that should not be split. */
export const longFiles: readonly { readonly file: string; readonly reason: string }[] = [];
