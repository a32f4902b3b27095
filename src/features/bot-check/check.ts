import type { ReactNode } from 'react';
import type { Shop } from '#platform/features/shop.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { type BotCheck, type BotCheckAnswer, botChecks, type CheckedSubject } from './ports.ts';
import { botCheckSettings } from './settings.ts';

/** The check that the shop uses; null when it uses none. */
function findBotCheck(shop: Shop): BotCheck | null {
  const { use } = shop.settings(botCheckSettings);
  return shop.implementations(botChecks).find(({ id }) => id === use) ?? null;
}

/** An answer is for who got the challenge. Without visitor, customer and network there is nobody to tell apart. */
function getSubject(purpose: string, { customer, visitorId, network }: Actor): CheckedSubject {
  if (customer) return { purpose, key: `customer ${customer.id}` };
  return { purpose, key: visitorId === null ? `network ${network ?? ''}` : `visitor ${visitorId}` };
}

/** Prepares the check of a form, for its page. Null when the shop uses none. */
export async function prepareBotCheck(shop: Shop, purpose: string, actor: Actor): Promise<ReactNode> {
  return (await findBotCheck(shop)?.prepare(shop, getSubject(purpose, actor))) ?? null;
}

/** Whether a form passes. Each answer passes once, or again for the same request key. */
export async function passesBotCheck(
  shop: Shop,
  purpose: string,
  actor: Actor,
  answer: BotCheckAnswer,
): Promise<boolean> {
  const check = findBotCheck(shop);
  return check === null || check.verify(shop, getSubject(purpose, actor), answer);
}
