import { renderToStaticMarkup } from 'react-dom/server';
import { z } from 'zod';
import { verifyBotCheck } from '#features/bot-check/index.ts';
import { defineAjaxAction } from '#platform/http/ajax.ts';
import { anyGuest } from '#platform/nonces/nonces.ts';
import { escapeHtml } from '#platform/pages/html-template.ts';
import { subscribeNonce } from '../contract.ts';
import { findTarget } from '../find-target.ts';
import { renderAlertForm } from '../parts/alert-form.tsx';
import { stockAlertSettings } from '../settings.ts';
import { stockAlertTexts as texts } from '../texts.ts';
import { getCheckKind, getPopupSubject } from './bot-check.ts';

const id = z.union([z.literal('').transform(() => 0), z.coerce.number().int().min(0).max(2_147_483_647)]).default(0);

const popupFields = z
  .object({
    product_id: id.describe('Id of the product'),
    variation_id: id.describe('Id of the variation; 0 or empty for any'),
    quantity: z.string().max(20).default('').describe('Chosen on the page'),
    security: z
      .string()
      .max(4000)
      .default('')
      .describe('With a service that gives a score, its token for the action `popup_form`. Else it is not read'),
  })
  .transform(({ product_id: productId, variation_id: variation, quantity, security }) => ({
    ...{ productId, quantity, security },
    variationId: variation === 0 || variation === productId ? null : variation,
  }));

/**
 * Returns the form as HTML, for a dialog. It changes nothing, so it needs no nonce; the returned form contains one.
 */
export const popupAction = defineAjaxAction({
  name: ({ stockShort }) => `${stockShort}_trigger_popup_ajax`,
  description: 'Returns the form for an alert, for a dialog. Refusals are HTML too.',
  endpoint: 'ajaxEndpoint',
  method: 'POST',
  schema: popupFields,
  response: 'html',
  run: async ({ shop, getActor }, { productId, variationId, quantity, security }) => {
    const refuse = (text: string) => `<div class="${shop.wire.stockPrefix}error">${escapeHtml(text)}</div>`;
    const target = { productId, variationId };
    const isScored = getCheckKind(shop) === 'score';
    if (isScored && (await verifyBotCheck(shop, getPopupSubject(target), { answer: security })) === 'failed')
      return refuse(shop.t(texts.BOT_CHECK_FAILED));
    const { onBackorder } = shop.settings(stockAlertSettings);
    const found = await findTarget(shop.db, target, { onBackorder, now: shop.clock.now() });
    if (found === null) return refuse(shop.t(texts.PRODUCT_NOT_FOUND));
    const { visitorId } = await getActor();
    const nonce = shop.nonces.create(visitorId ?? anyGuest, subscribeNonce);
    return renderToStaticMarkup(
      await renderAlertForm(shop, { ...target, ...found }, { place: 'popup', nonce, typed: { quantity } }),
    );
  },
});
