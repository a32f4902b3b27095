import { consentPath, consentTexts, listPurposes } from '#features/consent/index.ts';
import { findOrderPath, orderTexts } from '#features/orders/index.ts';
import type { SearchablePages } from '#features/search/index.ts';
import { withdrawalPath, withdrawalSettings, withdrawalTexts } from '#features/withdrawals/index.ts';

/** Pages of features to which the footer links. */
export const searchableLegalPages: SearchablePages = {
  tags: ['settings:withdrawals'],
  async list(shop) {
    const { isOffered, periodDays } = shop.settings(withdrawalSettings);
    const withdrawal = shop.t(withdrawalTexts.lead, { days: periodDays });
    const cookies = shop.t(consentTexts.lead);
    const lookup = shop.t(orderTexts.lookupLead);
    return [
      { path: findOrderPath, title: shop.t(orderTexts.lookupTitle), headings: [lookup], text: lookup },
      ...(isOffered
        ? [{ path: withdrawalPath, title: shop.t(withdrawalTexts.title), headings: [withdrawal], text: withdrawal }]
        : []),
      ...(listPurposes(shop).length > 0
        ? [{ path: consentPath, title: shop.t(consentTexts.title), headings: [cookies], text: cookies }]
        : []),
    ];
  },
};
