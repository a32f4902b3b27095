import type { Shop } from '#platform/features/shop.ts';
import type { LimitUse } from '#platform/limits/limits.ts';
import { getClientNetwork } from '#platform/limits/network.ts';
import { contactFormSettings } from '../settings.ts';

export interface Sender {
  readonly visitorId: string | null;
  readonly customerId: number | null;
  readonly ip: string;
}

export const hourSeconds = 60 * 60;

export const createUse = (name: string, key: string | null, max: number, seconds = hourSeconds): LimitUse[] =>
  key === null ? [] : [{ limit: { name: `contact-${name}`, max, seconds }, key }];

export function listRateUses(shop: Shop, formId: number, { visitorId, customerId, ip }: Sender): LimitUse[] {
  const { perHour } = shop.settings(contactFormSettings);
  return [
    ...createUse('visitor', customerId === null ? visitorId : `customer:${customerId}`, perHour.visitor),
    ...createUse('network', getClientNetwork(ip), perHour.network),
    ...createUse('form', String(formId), perHour.form),
  ];
}

export const listAttemptUses = (shop: Shop, ip: string): LimitUse[] =>
  createUse('calls', getClientNetwork(ip), shop.settings(contactFormSettings).perHour.calls);
