import { getNonceHeader } from '#platform/config/wire-names.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { BrowserConfig } from '#platform/http/browser/config.shared.ts';
import { hintCookie } from '#platform/sessions/hint.ts';
import { noncePath, privatePath } from '#platform/sessions/routes.ts';

const textKeys = {
  fetch_error: 'api.fetch_error',
  invalid_json: 'api.invalid_json',
  unknown_error: 'api.unknown_error',
};

export function createPageConfig(shop: Pick<Shop, 'wire' | 'choices' | 'hints'>): BrowserConfig {
  const { wire, choices } = shop;
  const replaced = Object.entries(textKeys).flatMap(([code, key]) => {
    const text = choices.texts?.[key];
    return text === undefined ? [] : [[code, text] as const];
  });
  return {
    rest: wire.rest,
    ajax: wire.ajaxEndpoint,
    noncePath: noncePath(shop),
    nonceHeader: getNonceHeader(wire),
    privatePath: privatePath(shop),
    hintCookie,
    badges: shop.hints.badges,
    locale: choices.locale,
    ...(replaced.length > 0 ? { texts: Object.fromEntries(replaced) } : {}),
  };
}
