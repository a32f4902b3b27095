import type { FastifyRequest } from 'fastify';
import { isConsentGiven } from '#features/consent/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { attributionFields, getInputPrefix } from './contract.ts';
import { attributionPurpose } from './purpose.ts';
import { attributionSettings } from './settings.ts';
import { fieldPaths } from './tracker/cookies.shared.ts';

/** Hours. Scripts round this value to 0 minutes, which means until the browser is closed. */
const shortLifetime = 0.00001;

/** Creates the configuration object of a tracker that the shop brings along. Values keep their JSON types. */
export function createScriptGlobals(
  shop: Shop,
  _pagePath: string | null,
  request: FastifyRequest,
): Readonly<Record<string, object>> {
  const { isUsed, lifetimeMonths, sessionMinutes } = shop.settings(attributionSettings);
  if (!isUsed) return {};
  const params = {
    lifetime: lifetimeMonths ?? shortLifetime,
    session: sessionMinutes,
    base64: false,
    ajaxurl: shop.wire.platformAjaxEndpoint,
    prefix: getInputPrefix(shop.wire),
    allowTracking: isConsentGiven(shop, request, attributionPurpose),
  };
  const fields = Object.fromEntries(attributionFields.map((field) => [field, fieldPaths[field].join('.')]));
  return { [`${shop.wire.storeShort}_order_attribution`]: { params, fields } };
}
