import type { ReactNode } from 'react';
import type { Shop } from '#platform/features/shop.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { botCheckField } from './contract.ts';
import { type BotCheck, type BotCheckAnswer, type BotCheckVerdict, botChecks, type CheckedSubject } from './ports.ts';
import { botCheckSettings } from './settings.ts';

/** The check that the shop uses; null when it uses none. */
function findBotCheck(shop: Shop): BotCheck | null {
  const { use } = shop.settings(botCheckSettings);
  return shop.implementations(botChecks).find(({ id }) => id === use) ?? null;
}

export const hasBotCheck = (shop: Shop): boolean => findBotCheck(shop) !== null;

/** The key of a service for scripts of pages; empty where the shop uses none. */
export const getBotCheckSiteKey = (shop: Shop): string => findBotCheck(shop)?.siteKey ?? '';

/** An answer for who got the challenge. Without visitor, customer and network there is nobody to tell apart. */
export function createActorSubject(purpose: string, { customer, visitorId, network }: Actor): CheckedSubject {
  if (customer) return { purpose, key: `customer ${customer.id}` };
  return { purpose, key: visitorId === null ? `network ${network ?? ''}` : `visitor ${visitorId}` };
}

/**
 * Prepares the check of a form, for its page. Null when the shop uses none.
 * @param field name of the input with the answer
 */
export async function prepareBotCheck(shop: Shop, subject: CheckedSubject, field = botCheckField): Promise<ReactNode> {
  return (await findBotCheck(shop)?.prepare(shop, subject, field)) ?? null;
}

/** Each answer passes once, or again for the same request key. Every answer passes where the shop uses no check. */
export async function verifyBotCheck(
  shop: Shop,
  subject: CheckedSubject,
  answer: BotCheckAnswer,
): Promise<BotCheckVerdict> {
  return (await findBotCheck(shop)?.verify(shop, subject, answer)) ?? 'passed';
}
