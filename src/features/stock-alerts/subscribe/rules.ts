import type { Shop } from '#platform/features/shop.ts';
import type { SubscriberRules } from '../contract.ts';
import { stockAlertSettings } from '../settings.ts';
import { stockAlertTexts as texts } from '../texts.ts';

/** What the form asks for, by the settings. */
export function getRules(shop: Shop): SubscriberRules {
  const { quantity, phone, name, agree, strictEmail } = shop.settings(stockAlertSettings);
  return { quantity, phone, name, agree, strictEmail };
}

/** What somebody agrees to by sending the form; it is shown above the button and kept with the alert. */
export const getConsentText = (shop: Shop): string =>
  [...(shop.settings(stockAlertSettings).agree ? [shop.t(texts.agree)] : []), shop.t(texts.consent)].join(' ');

/** Two letters. */
export const getDefaultCountry = (shop: Shop): string =>
  shop.settings(stockAlertSettings).country ?? shop.choices.countries[0] ?? '';
