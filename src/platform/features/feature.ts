import type { FastifyInstance } from 'fastify';
import type { CommandDefinition } from '#platform/cli/command.ts';
import type { SettingsDefinition } from '#platform/config/settings.ts';
import type { FragmentDefinition } from '#platform/fragments/fragments.tsx';
import type { AjaxAction } from '#platform/http/ajax.ts';
import type { JobDefinition } from '#platform/jobs/jobs.ts';
import type { Page } from '#platform/pages/page.ts';
import type { HintField } from '#platform/sessions/hint.ts';
import type { ShopEvent } from './events.ts';
import type { Shop } from './shop.ts';
import type { Slot } from './slots.ts';

/** Addresses outside the shop that a feature's pages reach, and hashes of scripts that stand in them, for the content security policy. */
export interface OutsideOrigins {
  readonly script?: readonly string[];
  readonly frame?: readonly string[];
  readonly connect?: readonly string[];
  readonly image?: readonly string[];
}

/** A feature's manifest: all that it brings. `app.ts` (or `shop.config.ts` for one from outside) lists it; nothing registers itself. */
export interface Feature {
  readonly name: string;
  /** Features that must be there, listed before this one. */
  readonly needs: readonly string[];
  /** Folder of its plain .sql migrations, when it lives outside `src/` (the shop's own are in `migrations/`). */
  readonly migrations?: string;
  /** Pages that are the same for everyone and so are cached. */
  readonly pages?: readonly Page[];
  /** Everything else that it answers: private pages, posts, REST calls. */
  readonly routes?: (app: FastifyInstance, shop: Shop) => void;
  /**
   * Paths of pages about one visitor, for robots.txt. `/cart` covers its queries and what is below
   * it; `/order/` only what is below it.
   */
  readonly privatePaths?: readonly string[];
  /** Answers to `action=…` at the ajax endpoint. */
  readonly actions?: readonly AjaxAction[];
  readonly fragments?: readonly FragmentDefinition[];
  /** The slots and events that it owns, for the documentation and the check that whatever is filled exists. */
  readonly slots?: readonly Slot<never, unknown>[];
  readonly events?: readonly ShopEvent<never>[];
  readonly jobs?: readonly JobDefinition[];
  readonly settings?: readonly SettingsDefinition<unknown>[];
  /** Settings that scripts of a shop that moved here read by these names (spec 3.3/4-7), for `/compat.js`; the same for everyone. */
  readonly siteOptions?: (shop: Shop) => Readonly<Record<string, string | number | boolean>>;
  /** What it adds to the hint cookie and to the private call. */
  readonly hints?: readonly HintField[];
  readonly origins?: OutsideOrigins;
  readonly commands?: readonly CommandDefinition[];
}
