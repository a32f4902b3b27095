import type { Config } from '#platform/config/config.ts';
import type { ReadSettings } from '#platform/config/settings.ts';
import type { WireNames } from '#platform/config/wire-names.ts';
import type { Database, Db } from '#platform/database/database.ts';
import type { Log } from '#platform/http/log.ts';
import type { Translate } from '#platform/texts/texts.ts';

/** Injected time, so that tests can set it. */
export interface Clock {
  now(): Date;
}

/**
 * The context that handlers and rules get besides their input. `buildShop` makes one for each process.
 * Services that use `Shop` themselves add their property in the file that declares them, with
 * `declare module '#platform/features/shop.ts'`, so this file imports none of them.
 */
export interface Shop {
  readonly config: Config;
  readonly wire: WireNames;
  readonly settings: ReadSettings;
  readonly database: Database;
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly t: Translate;
  /**
   * Returns the shop in another language (BCP 47): `choices.locale`, texts, amounts, dates and mails. Use it
   * for output about a row, with the locale of the row.
   */
  inLocale(locale: string): Shop;
  /** The `privatePaths` of every feature, and the paths of the platform's own private pages. */
  readonly privatePaths: readonly string[];
}
