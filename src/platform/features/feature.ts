import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AdminArea } from '#platform/admin/admin.ts';
import type { CommandDefinition } from '#platform/cli/command.ts';
import type { SettingsDefinition } from '#platform/config/settings.ts';
import type { FragmentDefinition } from '#platform/fragments/fragments.tsx';
import type { AjaxAction } from '#platform/http/ajax.ts';
import type { OutsideOrigins } from '#platform/http/security/policy-headers.ts';
import type { JobDefinition } from '#platform/jobs/jobs.ts';
import type { Mutation } from '#platform/mutations/mutation.ts';
import type { Page } from '#platform/pages/page.ts';
import type { HintSource } from '#platform/sessions/hint.ts';
import type { TextsDefinition } from '#platform/texts/texts.ts';
import type { ErrorGroup } from './error-codes.ts';
import type { ShopEvent } from './events.ts';
import type { Permission } from './permissions.ts';
import type { Port } from './ports.ts';
import type { Shop } from './shop.ts';
import type { Slot } from './slots.ts';

type SiteOptions = Readonly<Record<string, string | number | boolean>>;

/**
 * A feature's manifest. `app.ts` lists it, or `shop.config.ts` for a feature from outside; nothing
 * registers itself.
 */
export interface Feature {
  /** Lower-case letters and `-`. Permanent: the database records the feature's migrations under this name. */
  readonly name: string;
  /** Names of the features that it imports from. They must be listed before this one. */
  readonly needs: readonly string[];
  /**
   * Folder of the feature's .sql migrations when it lives outside `src/`, from the project's root:
   * `${projectRoot}/extensions/…/migrations`. Migrations of the shop's own features are in `migrations/`.
   */
  readonly migrations?: string;
  /** Cached pages, whose content is equal for all visitors. */
  readonly pages?: readonly Page[];
  /** Requests that change something: form posts, JSON calls and ajax actions, made with `defineMutation`. */
  readonly mutations?: readonly Mutation[];
  /** All other routes, registered on Fastify: private pages (`renderPrivatePage`), and REST calls that read. */
  readonly routes?: (app: FastifyInstance, shop: Shop) => void;
  /** The feature's part of the back office. */
  readonly admin?: AdminArea;
  /**
   * Paths of pages about one visitor, for robots.txt. `/cart` includes its queries and the paths below
   * it; `/order/` includes only the paths below it.
   */
  readonly privatePaths?: readonly string[];
  /** Ajax actions that change nothing: answers to `action=…` at the ajax endpoints. */
  readonly actions?: readonly AjaxAction[];
  /** Parts of pages that calls return as HTML. */
  readonly fragments?: readonly FragmentDefinition[];
  readonly slots?: readonly Slot<never, unknown>[];
  readonly ports?: readonly Port<never>[];
  /** Events that the feature owns. */
  readonly events?: readonly ShopEvent<never>[];
  readonly jobs?: readonly JobDefinition[];
  /** Settings made with `defineSettings`. */
  readonly settings?: readonly SettingsDefinition<unknown>[];
  /** All visible strings of the feature, made with `defineTexts`. A shop can replace only these strings. */
  readonly texts?: readonly TextsDefinition[];
  /**
   * Settings in `/compat.js` for scripts of a shop that moved here. The file is not cached, so the settings may
   * depend on the request.
   */
  readonly siteOptions?: (shop: Shop, request: FastifyRequest) => SiteOptions | Promise<SiteOptions>;
  /**
   * Configuration objects in `/compat.js` for scripts of a shop that moved here, by their global
   * names. `pagePath` is the path of the page that loads the file, or null when it is unknown. The file
   * is not cached, so the objects may depend on the request.
   */
  readonly scriptGlobals?: (
    shop: Shop,
    pagePath: string | null,
    request: FastifyRequest,
  ) => Readonly<Record<string, object>> | Promise<Readonly<Record<string, object>>>;
  /**
   * The feature's fields of the hint cookie and the private call. With `badges: { cart: 'c' }`, elements
   * with `data-count="cart"` show the field `c`.
   */
  readonly hints?: readonly HintSource[];
  /**
   * Origins outside the shop that all pages may reach, for the content security policy. Use `allowOrigins` for the
   * origins of single pages.
   */
  readonly origins?: OutsideOrigins;
  /** Commands of `npm run shop`. */
  readonly commands?: readonly CommandDefinition[];
  /** Permissions of staff and programs for the feature, made with `definePermission`. */
  readonly permissions?: readonly Permission[];
  /** The feature's error codes, made with `defineErrors`. */
  readonly errors?: readonly ErrorGroup[];
}
