import type { Shop } from '#platform/features/shop.ts';
import { isSigned, sign } from '#platform/sessions/signing.ts';
import { alertPath } from '../contract.ts';

const signedPurpose = 'stock-alerts.alert';

/** Path of the page of an alert. It is mailed to its address alone, so it proves who reads its mails. */
export const createAlertPath = ({ config }: Shop, alertId: number): string =>
  alertPath.replace(':alert', `${alertId}`).replace(':key', sign(config.secrets, signedPurpose, `${alertId}`));

/** The whole address of a POST that ends an alert, for `unsubscribeUrl` of a mail. */
export const createStopUrl = (shop: Shop, alertId: number): string =>
  `${shop.config.publicUrl}${createAlertPath(shop, alertId)}/stop`;

/** Reads the parameters of a link. Null when the shop has not signed them. */
export function readAlertLink({ config }: Shop, params: unknown): number | null {
  const { alert = '', key = '' } = params as Readonly<Record<string, string>>;
  return /^[1-9]\d{0,14}$/.test(alert) && isSigned(config.secrets, signedPurpose, alert, key) ? Number(alert) : null;
}
