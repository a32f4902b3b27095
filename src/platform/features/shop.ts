import type { Config } from '#platform/config/config.ts';
import type { ReadSettings } from '#platform/config/settings.ts';
import type { ShopConfig } from '#platform/config/shop-config.ts';
import type { WireNames } from '#platform/config/wire.ts';
import type { Database, Db } from '#platform/database/database.ts';
import type { Fragments } from '#platform/fragments/fragments.tsx';
import type { Log } from '#platform/http/log.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Limits } from '#platform/limits/limits.ts';
import type { Mail } from '#platform/mail/mail.ts';
import type { Media } from '#platform/media/media.ts';
import type { Nonces } from '#platform/nonces/nonces.ts';
import type { RenderContext } from '#platform/pages/context.ts';
import type { PageView } from '#platform/pages/page.ts';
import type { Pages } from '#platform/pages/pages.ts';
import type { Hints } from '#platform/sessions/hint.ts';
import type { Translate } from '#platform/texts/texts.ts';
import type { Emit } from './events.ts';
import type { FillSlot } from './slots.ts';

/** Injected time, so that tests choose it. */
export interface Clock {
  now(): Date;
}

/** What every handler and rule that reaches beyond the database works with. One per process, made by `buildApp`. */
export interface Shop {
  readonly config: Config;
  /** The shop's own choices. */
  readonly choices: ShopConfig;
  readonly wire: WireNames;
  /** A feature's settings, checked at start. */
  readonly settings: ReadSettings;
  readonly database: Database;
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly jobs: Jobs;
  readonly limits: Limits;
  readonly mail: Mail;
  readonly media: Media;
  readonly nonces: Nonces;
  readonly hints: Hints;
  readonly pages: Pages;
  readonly t: Translate;
  readonly emit: Emit;
  readonly fill: FillSlot;
  readonly fragments: Fragments;
  /** A context for what is not a cached page: a private page, a fragment, a mail. */
  renderContext(path: string, query?: Readonly<Record<string, string>>): RenderContext;
  /** A whole HTML document: the layout around the view. */
  renderDocument(context: RenderContext, view: PageView): Promise<string>;
}
