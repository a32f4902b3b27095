import type { FastifyRequest } from 'fastify';
import type { Shop } from '#platform/features/shop.ts';
import { readCookie } from '#platform/http/security/cookies.ts';
import { type ConsentAnswers, consentCookie, isAllowed, parseAnswers } from './contract.ts';
import { type ConsentPurpose, consentPurposes } from './ports.ts';

/** Returns the purposes that the shop uses, in the order in which they are shown. */
export function listPurposes(shop: Shop): ConsentPurpose[] {
  return shop.implementations(consentPurposes).filter(({ isUsed }) => isUsed(shop));
}

/** Whether the browser that sent a request has Global Privacy Control switched on. */
export function hasPrivacySignal({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers['sec-gpc'] === '1';
}

export function readAnswers(request: FastifyRequest): ConsentAnswers {
  return parseAnswers(readCookie(request, consentCookie));
}

/**
 * Whether the shopper who sent a request allows a purpose, by an answer or by default. It must be checked before any
 * data for the purpose is stored.
 */
export function isConsentGiven(shop: Shop, request: FastifyRequest, purpose: ConsentPurpose): boolean {
  const question = { id: purpose.id, isAllowedByDefault: purpose.isAllowedByDefault(shop) };
  return purpose.isUsed(shop) && isAllowed(question, readAnswers(request), hasPrivacySignal(request));
}
