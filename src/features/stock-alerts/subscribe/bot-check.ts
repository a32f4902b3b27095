import { botCheckSettings, type CheckedSubject, hasBotCheck } from '#features/bot-check/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { stockAlertSettings } from '../settings.ts';

/**
 * Anybody may answer, because a cached page knows nobody; each answer passes once, for one product. Services with a score
 * know it as `subscribe_form`.
 */
export const getAlertSubject = ({ productId }: { readonly productId: number }): CheckedSubject => ({
  purpose: 'subscribe-form',
  key: `product ${productId}`,
});

/** The same for opening the dialog: services with a score know it as `popup_form`. */
export const getPopupSubject = ({ productId }: { readonly productId: number }): CheckedSubject => ({
  purpose: 'popup-form',
  key: `product ${productId}`,
});

/** Whether the script of the plugin runs the forms of products, as their dialog. */
export const usesPluginScript = (shop: Shop): boolean => shop.settings(stockAlertSettings).script === 'plugin';

/**
 * What kind of check the forms ask for: nothing is solved for a score, and a widget must be solved before the form is
 * sent. The script of the plugin knows no other kind, so none is asked for then.
 */
export function getCheckKind(shop: Shop): 'score' | 'widget' | 'other' | null {
  if (shop.settings(stockAlertSettings).botCheck === 'never' || !hasBotCheck(shop)) return null;
  const { use } = shop.settings(botCheckSettings);
  if (use === 'score' || use === 'widget') return use;
  return usesPluginScript(shop) ? null : 'other';
}
