import type { FastifyRequest } from 'fastify';
import { getBotCheckSiteKey } from '#features/bot-check/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { anyGuest } from '#platform/nonces/nonces.ts';
import { getActor } from '#platform/sessions/actor.ts';
import { type FieldRule, subscribeNonce } from './contract.ts';
import { stockAlertSettings } from './settings.ts';
import { getCheckKind } from './subscribe/bot-check.ts';
import { getDefaultCountry } from './subscribe/rules.ts';
import { stockAlertTexts as texts } from './texts.ts';

/** The plugin writes most flags as 1 and 2, and some as words. */
const toFlag = (value: boolean): '1' | '2' => (value ? '1' : '2');
const toWord = (value: boolean): 'yes' | 'no' => (value ? 'yes' : 'no');
const isOptional = (rule: FieldRule): boolean => rule === 'optional';

/**
 * Creates the configuration object of the plugin's script. Its values are text. The five errors of a phone number are
 * an array by error code.
 */
export async function createScriptGlobals(
  shop: Shop,
  _pagePath: string | null,
  request: FastifyRequest,
): Promise<Readonly<Record<string, object>>> {
  const { t, wire, nonces } = shop;
  const { form, phone, quantity, agree } = shop.settings(stockAlertSettings);
  const { visitorId, customer } = await getActor(shop, request);
  const kind = getCheckKind(shop);
  const siteKey = getBotCheckSiteKey(shop);
  const [invalid, short, long] = [t(texts.PHONE_INVALID), t(texts.PHONE_TOO_SHORT), t(texts.PHONE_TOO_LONG)];
  return {
    [wire.stockPrefix]: {
      ajax_url: wire.ajaxEndpoint,
      default_ajax_url: wire.ajaxEndpoint,
      security: nonces.create(visitorId ?? anyGuest, subscribeNonce),
      user_id: String(customer?.id ?? 0),
      security_error: t(texts.nonceFailed),
      empty_name: t(texts.NAME_EMPTY),
      empty_email: t(texts.EMAIL_EMPTY),
      empty_quantity: t(texts.QUANTITY_EMPTY),
      invalid_email: t(texts.EMAIL_INVALID),
      iagree_error: t(texts.AGREE_REQUIRED),
      // In this order: invalid number, invalid country code, too short, too long, invalid.
      phone_field_error: [invalid, invalid, short, long, invalid],
      get_bot_type: kind === 'widget' ? wire.challenge : wire.captcha,
      [`enable_${wire.captcha}`]: toFlag(kind === 'score'),
      [`enable_${wire.captcha}_verify`]: toFlag(kind === 'score'),
      [`enable_${wire.challenge}`]: toFlag(kind === 'widget'),
      [`is_v3_${wire.captcha}`]: toWord(kind === 'score'),
      [`${wire.captcha}_secret_present`]: toWord(kind === 'score'),
      [`${wire.captcha}_site_key`]: kind === 'score' ? siteKey : '',
      [`${wire.challenge}_site_key`]: kind === 'widget' ? siteKey : '',
      phone_field: toFlag(phone !== 'off'),
      is_phone_field_optional: toFlag(isOptional(phone)),
      is_quantity_field_optional: toFlag(isOptional(quantity)),
      is_iagree_enable: toFlag(agree),
      hide_country_placeholder: '2',
      default_country_code: getDefaultCountry(shop),
      is_popup: toWord(form === 'popup'),
    },
  };
}
