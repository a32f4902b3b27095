import type { FastifyRequest } from 'fastify';
import type { Shop } from '#platform/features/shop.ts';
import { readCookie } from '#platform/http/security/cookies.ts';
import { type ConsentAnswers, consentCookie, isAllowed, parseAnswers } from './contract.ts';
import { type ConsentPurpose, consentPurposes } from './ports.ts';

/** Purposes of the shop, in the order in which they are shown. */
export function listPurposes(shop: Shop): ConsentPurpose[] {
  return shop.implementations(consentPurposes).filter(({ isUsed }) => isUsed(shop));
}

/** Whether the browser of a request sends Global Privacy Control. */
export function hasPrivacySignal({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers['sec-gpc'] === '1';
}

export function readAnswers(request: FastifyRequest): ConsentAnswers {
  return parseAnswers(readCookie(request, consentCookie));
}

/**
 * Whether the shopper who sent a request allows a purpose: by their answer, or by default. Ask
 * before anything of the purpose is stored.
 */
export function isConsentGiven(shop: Shop, request: FastifyRequest, purpose: ConsentPurpose): boolean {
  const question = { id: purpose.id, isAllowedByDefault: purpose.isAllowedByDefault(shop) };
  return purpose.isUsed(shop) && isAllowed(question, readAnswers(request), hasPrivacySignal(request));
}
