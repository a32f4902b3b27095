import type { Shop } from '#platform/features/shop.ts';
import type { LimitUse } from '#platform/limits/limits.ts';
import { getClientNetwork } from '#platform/limits/network.ts';
import { contactFormSettings } from '../settings.ts';

/** Who sends a message. */
export interface Sender {
  readonly visitorId: string | null;
  readonly customerId: number | null;
  /** Address of the client. */
  readonly ip: string;
}

export const hourSeconds = 60 * 60;

/** One use of a limit; none without a key. */
export const createUse = (name: string, key: string | null, max: number, seconds = hourSeconds): LimitUse[] =>
  key === null ? [] : [{ limit: { name: `contact-${name}`, max, seconds }, key }];

/** What a message counts for: its visitor or customer, network and form. */
export function listRateUses(shop: Shop, formId: number, { visitorId, customerId, ip }: Sender): LimitUse[] {
  const { perHour } = shop.settings(contactFormSettings);
  return [
    ...createUse('visitor', customerId === null ? visitorId : `customer:${customerId}`, perHour.visitor),
    ...createUse('network', getClientNetwork(ip), perHour.network),
    ...createUse('form', String(formId), perHour.form),
  ];
}

/** What each attempt to send something counts for, a refused one too: its network. */
export const listAttemptUses = (shop: Shop, ip: string): LimitUse[] =>
  createUse('calls', getClientNetwork(ip), shop.settings(contactFormSettings).perHour.calls);
