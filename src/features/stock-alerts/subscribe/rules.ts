import type { Shop } from '#platform/features/shop.ts';
import type { SubscriberRules } from '../contract.ts';
import { stockAlertSettings } from '../settings.ts';
import { stockAlertTexts as texts } from '../texts.ts';

export function getRules(shop: Shop): SubscriberRules {
  const { quantity, phone, name, agree, strictEmail } = shop.settings(stockAlertSettings);
  return { quantity, phone, name, agree, strictEmail };
}

/** Text to which the shopper consents by sending the form. It is shown above the button and stored with the alert. */
export const getConsentText = (shop: Shop): string =>
  [...(shop.settings(stockAlertSettings).agree ? [shop.t(texts.agree)] : []), shop.t(texts.consent)].join(' ');

/** Two letters. */
export const getDefaultCountry = (shop: Shop): string =>
  shop.settings(stockAlertSettings).country ?? shop.choices.countries[0] ?? '';
