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
  /** Code of the state without the country, such as `CA`. */
  readonly state?: string;
  readonly postcode?: string;
  readonly city?: string;
}

/** The choices of the shop in `shop.config.ts`. The owner's later changes are in the database: `ShopDetails`. */
export interface ShopConfig {
  readonly name: string;
  /** One line that says what the shop sells. */
  readonly tagline: string;
  /** BCP 47 tag that decides how numbers, dates and prices are formatted. */
  readonly locale: string;
  /**
   * ISO 4217 code of the whole shop's currency. After a change in this file, products can't be sold until their
   * prices are set or imported again.
   */
  readonly currency: string;
  /** Whether prices and totals are shown with tax. */
  readonly taxDisplay: 'including' | 'excluding';
  /**
   * Whether prices are entered with the tax of the base address. Default: as in `taxDisplay`. Otherwise see Prices
   * with and without tax.
   */
  readonly pricesIncludeTax?: boolean;
  /**
   * The location of the shop for its taxes: `{ country: 'IE' }`, and `state`, `postcode` and `city` where
   * rates depend on them. Default: the first of `countries`.
   */
  readonly baseAddress?: BaseAddress;
  /** Time zone of all displayed days and times, such as `Europe/Dublin`. Default: that of the process (`TZ`). */
  readonly timeZone?: string;
  /** ISO 3166-1 alpha-2 codes of the countries that the shop sells to. The first is preselected at checkout. */
  readonly countries: readonly string[];
  /**
   * Address for shoppers, and the sender of mails unless `MAIL_FROM` is set. It also receives reports about confirmed
   * orders and reached order limits.
   */
  readonly email: string;
  /** Lines of the shop's postal address. */
  readonly address: readonly string[];
  /** Name of a style sheet in `themes/`, such as `harbour`: docs/theming.md. */
  readonly theme?: string;
  /**
   * Names in calls, forms and headers that a shop keeps when it moves to this program:
   * `src/platform/config/wire-names.ts`. Scripts of the shop load `/compat.js` for addresses, nonces and
   * options of the site.
   */
  readonly wire?: Partial<WireNames>;
  /** Replacements of default texts, by key: see Texts. */
  readonly texts?: Readonly<Record<string, string>>;
  /** Settings by feature: see Settings of features. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Features from outside `src/`, after the shop's own: docs/adding-a-feature.md. */
  readonly features?: readonly Feature[];
  /** Fillers of slots, shown after the shop's own fillers. */
  readonly fills?: readonly Filling[];
  /** Implementations of ports, used after the shop's own implementations. */
  readonly provides?: readonly Provision[];
  /** Additions to pages of the back office, made with `extendList` and similar functions. */
  readonly extends?: readonly AdminExtension[];
  /** Handlers of events, called after the shop's own handlers. */
  readonly handles?: readonly Handling[];
}

declare module '#platform/features/shop.ts' {
  interface Shop {
    /** `shop.config.ts` with the owner's changes. Read again at each access, as settings are. */
    readonly choices: ShopConfig;
  }
}

/** Thrown when `shop.config.ts` is invalid. The message names each problem for an operator. */
export class ShopConfigError extends Error {
  override name = 'ShopConfigError';
}

export function defineShop(config: ShopConfig): ShopConfig {
  return config;
}
