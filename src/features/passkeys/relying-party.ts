import type { LimitUse } from '#platform/limits/limits.ts';
import { getClientNetwork } from '#platform/limits/network.ts';
import type { MutationCall } from '#platform/mutations/mutation.ts';

/** What passkeys belong to: the shop's public address. A shop that moves to another host loses them. */
export const getRelyingParty = ({ config }: MutationCall['shop']) => ({
  id: new URL(config.publicUrl).hostname,
  origin: config.publicUrl,
});

/** EdDSA, ES256 and RS256 (COSE). */
export const algorithms = [-8, -7, -257];

/**
 * Loads the library that checks answers: 26 MB and a quarter of a second that a shop without passkeys
 * does not pay.
 */
export const loadWebAuthn = () => import('@simplewebauthn/server');

/** Calls of one network in 15 minutes. A page for signing in makes one when it opens. */
export function listNetworkUses({ request }: Pick<MutationCall, 'request'>): LimitUse[] {
  const key = getClientNetwork(request.ip);
  return key === null ? [] : [{ limit: { name: 'passkey-calls', max: 300, seconds: 15 * 60 }, key }];
}
