import type { Shop } from '#platform/features/shop.ts';
import { isSigned, sign } from '#platform/sessions/signing.ts';
import { alertPath } from '../contract.ts';

const signedPurpose = 'stock-alerts.alert';

/**
 * Path of the page of an alert. The link is mailed only to the alert's email address, so it proves that the visitor
 * reads its mails.
 */
export const createAlertPath = ({ config }: Shop, alertId: number): string =>
  alertPath.replace(':alert', `${alertId}`).replace(':key', sign(config.secrets, signedPurpose, `${alertId}`));

/** Full URL of the POST that ends an alert, for the `unsubscribeUrl` of a mail. */
export const createStopUrl = (shop: Shop, alertId: number): string =>
  `${shop.config.publicUrl}${createAlertPath(shop, alertId)}/stop`;

/**
 * Reads the parameters of a link.
 * @returns the alert's id; null when the signature is invalid
 */
export function readAlertLink({ config }: Shop, params: unknown): number | null {
  const { alert = '', key = '' } = params as Readonly<Record<string, string>>;
  return /^[1-9]\d{0,14}$/.test(alert) && isSigned(config.secrets, signedPurpose, alert, key) ? Number(alert) : null;
}
