import { botCheckSettings, type CheckedSubject, hasBotCheck } from '#features/bot-check/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { stockAlertSettings } from '../settings.ts';

/** Anybody may answer, because a cached page knows nobody; each answer passes once, for one product. */
export const getAlertSubject = ({ productId }: { readonly productId: number }): CheckedSubject => ({
  purpose: 'alert',
  key: `product ${productId}`,
});

/** The same for opening the dialog: services with a score know it as `popup_form`. */
export const getPopupSubject = ({ productId }: { readonly productId: number }): CheckedSubject => ({
  purpose: 'popup-form',
  key: `product ${productId}`,
});

const asksBotCheck = (shop: Shop): boolean =>
  shop.settings(stockAlertSettings).botCheck === 'always' && hasBotCheck(shop);

/** What kind of check the shop uses: nothing is solved for a score, and a widget must be solved before the form is sent. */
export function getCheckKind(shop: Shop): 'score' | 'widget' | 'other' | null {
  if (!asksBotCheck(shop)) return null;
  const { use } = shop.settings(botCheckSettings);
  return use === 'score' || use === 'widget' ? use : 'other';
}
