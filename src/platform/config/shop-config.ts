import type { AdminExtension } from '#platform/admin/extension.ts';
import type { Handling } from '#platform/features/events.ts';
import type { Feature } from '#platform/features/feature.ts';
import type { Provision } from '#platform/features/ports.ts';
import type { Filling } from '#platform/features/slots.ts';
import type { WireNames } from './wire-names.ts';

/** The parts of the shop's address that taxes depend on. */
export interface BaseAddress {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** Code without the country, such as `CA`. */
  readonly state?: string;
  readonly postcode?: string;
  readonly city?: string;
}

/**
 * The shop's choices, in `shop.config.ts`. What the owner changes of them is in the database: `ShopDetails`.
 */
export interface ShopConfig {
  readonly name: string;
  /** One line: what the shop sells. */
  readonly tagline: string;
  /** BCP 47: how numbers, dates and prices are written. */
  readonly locale: string;
  /**
   * ISO 4217. One for the whole shop. After a change in this file prices are not sold until they are set or imported
   * again.
   */
  readonly currency: string;
  /** Whether prices and totals are shown with tax. */
  readonly taxDisplay: 'including' | 'excluding';
  /**
   * Whether prices are entered with the tax of the base address. Default: whether they are shown
   * with it. Otherwise see Prices with and without tax.
   */
  readonly pricesIncludeTax?: boolean;
  /**
   * Where the shop is, for its taxes: `{ country: 'IE' }`, and `state`, `postcode` and `city` where
   * rates depend on them. Default: the first of `countries`.
   */
  readonly baseAddress?: BaseAddress;
  /** Time zone of all days and times that are shown, such as `Europe/Dublin`. Default: that of the process (`TZ`). */
  readonly timeZone?: string;
  /** ISO 3166-1 alpha-2 codes of the countries it sells to. The first is preselected at checkout. */
  readonly countries: readonly string[];
  /**
   * Address for shoppers, and the sender of mails unless `MAIL_FROM` is set. Confirmed orders and
   * reached order limits are reported to it.
   */
  readonly email: string;
  /** Lines of the shop's own address. */
  readonly address: readonly string[];
  /** Name of a style sheet in `themes/`, such as `harbour`: docs/theming.md. */
  readonly theme?: string;
  /**
   * Names in calls, forms and headers that a shop keeps when it moves here:
   * `src/platform/config/wire-names.ts`. Its scripts load `/compat.js` for addresses, nonces and
   * options of the site.
   */
  readonly wire?: Partial<WireNames>;
  /** Replacements of default texts, by key: see Texts. */
  readonly texts?: Readonly<Record<string, string>>;
  /** Settings by feature: see Settings of features. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Features from outside `src/`, after the shop's own: docs/adding-a-feature.md. */
  readonly features?: readonly Feature[];
  /** Slots that they fill, after the shop's own fillers. */
  readonly fills?: readonly Filling[];
  /** Ports that they provide, after the shop's own implementations. */
  readonly provides?: readonly Provision[];
  /** What they add to pages of the back office, made with `extendList` and the like. */
  readonly extends?: readonly AdminExtension[];
  /** Events that they handle, after the shop's own handlers. */
  readonly handles?: readonly Handling[];
}

declare module '#platform/features/shop.ts' {
  interface Shop {
    /** The shop's own choices: `shop.config.ts`, with what the owner changed. Read anew when asked for, as settings are. */
    readonly choices: ShopConfig;
  }
}

/** `shop.config.ts` is wrong. The message names each problem for an operator. */
export class ShopConfigError extends Error {
  override name = 'ShopConfigError';
}

export function defineShop(config: ShopConfig): ShopConfig {
  return config;
}
