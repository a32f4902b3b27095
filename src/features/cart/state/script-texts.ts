import type { Translate } from '#platform/texts/texts.ts';
import { alterQuantityAction, type CartTexts, restoreLineAction } from '../contract.ts';
import { cartTexts as texts } from '../texts.ts';

/** Returns the value of the attribute `data-cart-texts`, which the cart's scripts read. */
export function formatScriptTexts(t: Translate, themePrefix: string): string {
  const scriptTexts: CartTexts = {
    loading: t(texts.loading),
    failed: t(texts.refreshFailed),
    notAdded: t(texts.addFailed),
    notSaved: t(texts.changeFailed),
    retry: t(texts.retry),
    viewCart: t(texts.viewCart),
    alterQuantity: alterQuantityAction(themePrefix),
    restoreLine: restoreLineAction(themePrefix),
  };
  return JSON.stringify(scriptTexts);
}
