import type { Config } from '#platform/config/config.ts';
import type { ReadSettings } from '#platform/config/settings.ts';
import type { WireNames } from '#platform/config/wire-names.ts';
import type { Database, Db } from '#platform/database/database.ts';
import type { Log } from '#platform/http/log.ts';
import type { Translate } from '#platform/texts/texts.ts';

/** Injected time, so that tests choose it. */
export interface Clock {
  now(): Date;
}

/**
 * What handlers and rules work with besides their input. One per process, made by `buildShop`.
 * Services that use `Shop` themselves add their property where they are declared:
 * `declare module '#platform/features/shop.ts'`. So this file imports none of them.
 */
export interface Shop {
  readonly config: Config;
  readonly wire: WireNames;
  /** A feature's settings. */
  readonly settings: ReadSettings;
  readonly database: Database;
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly t: Translate;
  /**
   * The shop as it speaks to somebody: `choices.locale`, texts, amounts, dates and mails are in this
   * language. For what is made about a row, in the row's locale (BCP 47).
   */
  inLocale(locale: string): Shop;
  /** Paths of every feature's `privatePaths` and of the platform's own private pages. */
  readonly privatePaths: readonly string[];
}
