import type { FastifyInstance } from 'fastify';
import type { Feature } from '#platform/features/feature.ts';
import type { Shop } from '#platform/features/shop.ts';
import { getVisit } from '#platform/sessions/visit.ts';

/** Defines the platform's `__`, without which built scripts fail. A shop may define its own before. */
const createTranslations = (platform: string) =>
  `(window[${JSON.stringify(platform)}] ??= {}).i18n ??= { __: (text) => text };`;

/**
 * Registers `/compat.js`, which defines globals for scripts of a shop that moved from another platform. It is not
 * part of the cached HTML, because nonces are personal. It creates no visitor: without a visitor, nonces are empty.
 */
export function registerCompat(
  app: FastifyInstance,
  shop: Shop,
  nonceActions: ReadonlySet<string>,
  features: readonly Pick<Feature, 'siteOptions' | 'scriptGlobals'>[],
): void {
  const { wire, config } = shop;
  app.get('/compat.js', async (request, reply) => {
    const options = await Promise.all(features.map(({ siteOptions }) => siteOptions?.(shop, request)));
    const { visitor } = getVisit(shop, request);
    const nonces = Object.fromEntries(
      [...nonceActions].map((action) => [action, visitor ? shop.nonces.create(visitor, action) : '']),
    );
    const platform = wire.platform.toLowerCase();
    const pagePath = URL.parse(request.headers.referer ?? '')?.pathname ?? null;
    const globals = await Promise.all(features.map(({ scriptGlobals }) => scriptGlobals?.(shop, pagePath, request)));
    const settings = {
      [`${platform}ApiSettings`]: {
        root: `${config.publicUrl}${wire.apiRoot}/`,
        nonce: nonces.rest ?? '',
      },
      [`${wire.storeShort}_params`]: {
        ajax_url: wire.ajaxEndpoint,
        [`${wire.storeShort}_ajax_url`]: `/?${wire.storeShort}-ajax=%%endpoint%%`,
      },
      ...Object.assign({}, ...globals),
      [`${wire.themePrefix}Vars`]: {
        ajaxurl: wire.platformAjaxEndpoint,
        rest: wire.rest,
        nonces,
        options: Object.assign({}, ...options),
      },
    };
    return reply
      .header('cache-control', 'private, no-store')
      .type('text/javascript; charset=utf-8')
      .send(`Object.assign(window, ${JSON.stringify(settings)});\n${createTranslations(platform)}\n`);
  });
}
