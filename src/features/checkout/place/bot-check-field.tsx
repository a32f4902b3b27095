import { createHash } from 'node:crypto';
import {
  botCheckSettings,
  botCheckTexts,
  createActorSubject,
  botCheckField as fieldName,
  prepareBotCheck,
  verifyBotCheck,
} from '#features/bot-check/index.ts';
import { getCart } from '#features/cart/index.ts';
import { countFailedPayments } from '#features/payments/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Filler } from '#platform/features/slots.ts';
import { readSingleLine } from '#platform/forms/read-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { getOwner, getOwnerKey } from '#platform/sessions/owner.ts';
import { emailField } from '../contract.ts';
import { readRequestKey } from '../read-form.ts';
import type { CheckoutField, CheckoutFieldContext } from '../slots.ts';
import { isOrderLimitNear } from './order-limits.ts';

const purpose = 'checkout';

/**
 * Fills `checkout.fields` with a bot check, only for orders that look like abuse. A frequently used email address is
 * detected only when the form is sent; the check is shown after that.
 */
export const botCheckCheckoutField: Filler<CheckoutFieldContext, CheckoutField> = async (
  shop,
  { t },
  { actor, isSent },
) => {
  const subject = createActorSubject(purpose, actor);
  const check = await prepareBotCheck(shop, subject);
  if (check === null) return null;
  const isAsked = !isSent && (await looksLikeAbuse(shop, actor, ''));
  return {
    name: fieldName,
    render: (form, problems) => {
      // Once a page shows the check, it keeps showing it while its form is reviewed.
      const isRefused = fieldName in form || problems.some(({ field }) => field === fieldName);
      return isAsked || isRefused ? (
        <section aria-label={t(botCheckTexts.title)}>
          <p>{t(botCheckTexts.lead)}</p>
          {check}
        </section>
      ) : null;
    },
    async read(form) {
      const email = readSingleLine(form, emailField);
      if (!isAsked && !(await looksLikeAbuse(shop, actor, email))) return { ok: true, value: undefined };
      const formKey = readRequestKey(form) ?? (await createFormKey(shop, actor, form));
      // Without a cart, the request can only be a repetition, which is answered with the existing order.
      if (formKey === null) return { ok: true, value: undefined, isRepeatOnly: true };
      const answer = { answer: readSingleLine(form, fieldName), formKey };
      // An unavailable service must not block orders: the limits apply in any case.
      if ((await verifyBotCheck(shop, subject, answer)) !== 'failed') return { ok: true, value: undefined };
      return { ok: false, problems: [{ field: fieldName, message: t(botCheckTexts.required) }] };
    },
  };
};

/**
 * Creates a key for a form without one from its content and the cart, so that the form passes the check again after a
 * lost reply.
 * @returns null when the cart is empty
 */
async function createFormKey(shop: Shop, actor: Actor, form: FormBody): Promise<string | null> {
  const { id, version, lines } = await getCart(shop, getOwner(actor));
  if (id === null || lines.length === 0) return null;
  const content = createHash('sha256').update(JSON.stringify(form)).digest('base64url');
  return `${id} ${version} ${content}`;
}

async function looksLikeAbuse(shop: Shop, actor: Actor, email: string): Promise<boolean> {
  const { failedPayments, orderLimitPercent } = shop.settings(botCheckSettings);
  const owner = getOwner(actor);
  const { network = null } = actor;
  const source = {
    owner: owner === null ? '' : getOwnerKey(owner),
    ...{ email, network, isEmailConfirmed: email === '' },
  };
  if (await isOrderLimitNear(shop, source, orderLimitPercent)) return true;
  return (await countFailedPayments(shop, shop.db, actor)) >= failedPayments;
}
