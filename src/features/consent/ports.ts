import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Text } from '#platform/texts/texts.ts';

/**
 * A purpose for which a feature stores data in the browser, or shares data with others, beyond what the shop needs to
 * work. Shoppers can refuse it, and Global Privacy Control refuses it.
 */
export interface ConsentPurpose {
  /** At most 60 lower-case letters and `-`. Must never change, because cookies of shoppers contain it. */
  readonly id: string;
  readonly title: Text;
  /** Text for the banner that completes ‘May we store in your browser …’ with the stored data and its use. */
  readonly summary: Text;
  /** Text for the settings page: the stored data, its use and for how long it is kept. */
  readonly describe: (shop: Shop) => string;
  /** Whether the shop uses the purpose. Shoppers are not asked about unused purposes. */
  readonly isUsed: (shop: Shop) => boolean;
  /** Whether the purpose is allowed until the shopper refuses it. Otherwise a banner asks first. */
  readonly isAllowedByDefault: (shop: Shop) => boolean;
  /** Names of the purpose's cookies, which are deleted when it is refused. */
  readonly cookies: (shop: Shop) => readonly string[];
}

/** Purposes about which shoppers are asked, in the order in which they are shown. */
export const consentPurposes = definePort<ConsentPurpose>('consent.purposes');
