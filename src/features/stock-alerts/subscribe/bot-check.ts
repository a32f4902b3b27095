import { botCheckSettings, type CheckedSubject, hasBotCheck } from '#features/bot-check/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { stockAlertSettings } from '../settings.ts';

/**
 * Subject of the check. It names no visitor, because the page is cached; each answer is valid once and for one
 * product. Services with a score call it `subscribe_form`.
 */
export const getAlertSubject = ({ productId }: { readonly productId: number }): CheckedSubject => ({
  purpose: 'subscribe-form',
  key: `product ${productId}`,
});

/** Subject of the check that opens the dialog. Services with a score call it `popup_form`. */
export const getPopupSubject = ({ productId }: { readonly productId: number }): CheckedSubject => ({
  purpose: 'popup-form',
  key: `product ${productId}`,
});

/** Whether the plugin's script runs the forms of products and the dialog, as the setting `script` says. */
export const usesPluginScript = (shop: Shop): boolean => shop.settings(stockAlertSettings).script === 'plugin';

/**
 * Kind of check that the forms need: `score` needs no action, a `widget` must be solved before the form is sent. The
 * plugin's script supports only these two kinds; with another kind the forms need no check.
 */
export function getCheckKind(shop: Shop): 'score' | 'widget' | 'other' | null {
  if (shop.settings(stockAlertSettings).botCheck === 'never' || !hasBotCheck(shop)) return null;
  const { use } = shop.settings(botCheckSettings);
  if (use === 'score' || use === 'widget') return use;
  return usesPluginScript(shop) ? null : 'other';
}
