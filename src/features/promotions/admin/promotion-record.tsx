import { adminPath } from '#platform/admin/contract.ts';
import { defineAdminRecord } from '#platform/admin/records/record.ts';
import { StateBadge } from '#ui/admin/state-badge.tsx';
import { findPromotion, type StoredPromotion } from '../promotions.ts';
import { couponTones } from './coupon-list.tsx';
import { endPromotion } from './end-promotion.ts';
import { promotionForm } from './promotion-form.tsx';
import { promotionFormTexts as texts } from './promotion-form-texts.ts';
import { findPromotionState } from './promotion-list.tsx';
import { promotionTexts } from './texts.ts';

export const promotionRecord = defineAdminRecord<StoredPromotion>({
  name: 'promotions.promotion',
  path: adminPath('promotions/:id'),
  requires: 'promotions.read',
  subject: 'promotion',
  back: { path: adminPath('promotions'), text: texts.promotions },
  load: (_shop, db, id) => findPromotion(db, id),
  head: ({ t, clock }, promotion) => {
    const state = findPromotionState(promotion, clock.now());
    return {
      title: promotion.name,
      states: <StateBadge tone={couponTones[state]}>{t(promotionTexts[state])}</StateBadge>,
    };
  },
  form: promotionForm,
  panels: [],
  actions: [{ action: endPromotion, isShown: (promotion, now) => findPromotionState(promotion, now) !== 'over' }],
});
