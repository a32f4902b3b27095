import type { HintSource } from '#platform/sessions/hint.ts';

/** Hint `s`: whether somebody is signed in, for the link in the header of cached pages. */
export const accountHints: HintSource = {
  names: ['s'],
  read: async (_shop, { customer }) => ({ s: customer === null ? '0' : '1' }),
};
