import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Text } from '#platform/texts/texts.ts';

/**
 * What a feature stores in the browser, or tells others, beyond what the shop needs to work. A
 * shopper can refuse it, and Global Privacy Control does.
 */
export interface ConsentPurpose {
  /** Lower-case letters and `-`, at most 60. Permanent: cookies of shoppers contain it. */
  readonly id: string;
  readonly title: Text;
  /** For the banner: completes ‘May we store in your browser …’ with what is stored and what for. */
  readonly summary: Text;
  /** For the page of the settings: what is stored, what for and for how long. */
  readonly describe: (shop: Shop) => string;
  /** Whether the shop does it at all. Nobody is asked about others. */
  readonly isUsed: (shop: Shop) => boolean;
  /** Whether it is allowed until the shopper refuses. Otherwise a banner asks first. */
  readonly isAllowedByDefault: (shop: Shop) => boolean;
  /** Names of its cookies, which are deleted when it is refused. */
  readonly cookies: (shop: Shop) => readonly string[];
}

/** Purposes for which shoppers are asked, in the order in which they are shown. */
export const consentPurposes = definePort<ConsentPurpose>('consent.purposes');
