import type { LimitUse } from '#platform/limits/limits.ts';
import { getClientNetwork } from '#platform/limits/network.ts';
import type { MutationCall } from '#platform/mutations/mutation.ts';

/**
 * The relying party of passkeys is the shop's public host name, so a shop that moves to another host loses its
 * passkeys.
 */
export const getRelyingParty = ({ config }: MutationCall['shop']) => ({
  id: new URL(config.publicUrl).hostname,
  origin: config.publicUrl,
});

/** EdDSA, ES256 and RS256 (COSE). */
export const algorithms = [-8, -7, -257];

/**
 * Loads the library that verifies answers when it is needed: it takes 26 MB and 0.25 s, which a shop without passkeys
 * saves.
 */
export const loadWebAuthn = () => import('@simplewebauthn/server');

/** Limits the calls of one network in 15 minutes. Each sign-in page makes one call when it opens. */
export function listNetworkUses({ request }: Pick<MutationCall, 'request'>): LimitUse[] {
  const key = getClientNetwork(request.ip);
  return key === null ? [] : [{ limit: { name: 'passkey-calls', max: 300, seconds: 15 * 60 }, key }];
}
