import { z } from 'zod';
import { signInWithTwoFactors } from '#features/accounts/index.ts';
import { saveNotices } from '#platform/http/notices.ts';
import { defineMutation, type MutationCall, type Refusal } from '#platform/mutations/mutation.ts';
import { signInAnswer, toAuthenticationResponse } from './authenticator-answer.ts';
import { challengeSeconds, createChallenge, isChallengeValid, takeChallenge } from './challenges.ts';
import { passkeySignInPath, signInOptionsPath } from './contract.ts';
import { passkeyErrors } from './errors.ts';
import { findPasskey, type Passkey, updatePasskeyCounter } from './passkey-rows.ts';
import { getRelyingParty, listNetworkUses, loadWebAuthn } from './relying-party.ts';
import { passkeyTexts as texts } from './texts.ts';

const tooMany = () => ({ ok: false, code: 'TOO_MANY_PASSKEY_CALLS' }) as const;

/** The options list no credentials: the browser offers the passkeys that it has for the shop. */
const signInOptions = z.strictObject({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int().describe('Milliseconds'),
  userVerification: z.literal('required'),
});

export const signInOptionsMutation = defineMutation({
  name: 'passkeys.start-sign-in',
  description: 'Makes a challenge to sign in with a passkey, for this browser and some minutes.',
  schema: z.unknown(),
  errors: passkeyErrors,
  limits: { uses: listNetworkUses, refuse: tooMany, countsFailures: true },
  run: async (call): Promise<{ ok: true; challenge: string } | ReturnType<typeof tooMany>> => ({
    ok: true,
    challenge: createChallenge(call, 'sign-in'),
  }),
  message: ({ shop }, { code }) => shop.t(texts[code]),
  json: {
    path: ({ rest }) => signInOptionsPath(rest),
    response: signInOptions,
    success: ({ shop }, { challenge }) => ({
      challenge,
      rpId: getRelyingParty(shop).id,
      timeout: challengeSeconds * 1000,
      userVerification: 'required' as const,
    }),
  },
});

type SignInResult =
  | { readonly ok: true; readonly redirectTo: string }
  | Refusal<'PASSKEY_REFUSED' | 'TOO_MANY_PASSKEY_CALLS'>;

/**
 * Signs in with a passkey. Its authenticator has verified the user, so the sign-in counts as two factors. All
 * failures get the same answer.
 */
export const passkeySignInMutation = defineMutation({
  name: 'passkeys.sign-in',
  description: 'Signs in with the answer of a passkey to a challenge.',
  schema: z.strictObject({
    credential: signInAnswer,
    return: z.string().max(2_000).optional().describe('Path in the shop'),
  }),
  errors: passkeyErrors,
  limits: { uses: listNetworkUses, refuse: tooMany, countsFailures: true },
  run: async (call, { credential, return: returnTo }): Promise<SignInResult> => {
    const { shop } = call;
    const refused = { ok: false, code: 'PASSKEY_REFUSED' } as const;
    const passkey = await findPasskey(shop.db, Buffer.from(credential.id, 'base64url'));
    if (passkey === null) return refused;
    const verified = await verifyAnswer(call, passkey, credential);
    if (verified === null) return refused;
    const now = shop.clock.now();
    const answer = await signInWithTwoFactors(call, passkey.customer, {
      returnTo,
      check: async (tx) =>
        (await takeChallenge(tx, verified.challenge, now)) &&
        (await updatePasskeyCounter(tx, passkey.id, verified.counter, now)),
    });
    if (answer === null || !('redirectTo' in answer)) return refused;
    saveNotices(shop, call.reply, answer.notices ?? []);
    return { ok: true, redirectTo: answer.redirectTo };
  },
  message: ({ shop }, { code }) => shop.t(texts[code]),
  json: {
    path: ({ rest }) => passkeySignInPath(rest),
    response: z.strictObject({ redirectTo: z.string().describe('Path in the shop') }),
    success: (_, { redirectTo }) => ({ redirectTo }),
  },
});

/** @returns null when the answer is not the passkey's answer to a challenge of this browser */
async function verifyAnswer(
  call: MutationCall,
  passkey: Passkey,
  credential: z.infer<typeof signInAnswer>,
): Promise<{ readonly challenge: string; readonly counter: number } | null> {
  const { id, origin } = getRelyingParty(call.shop);
  if (!passkey.userHandle.equals(Buffer.from(credential.response.userHandle, 'base64url'))) return null;
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  let challenge = '';
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: toAuthenticationResponse(credential),
      expectedChallenge: (given) => {
        challenge = given;
        return isChallengeValid(call, 'sign-in', given);
      },
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: {
        id: credential.id,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
    });
    return verified ? { challenge, counter: authenticationInfo.newCounter } : null;
  } catch (error) {
    call.shop.log.info({ reason: (error as Error).message }, 'a passkey was refused');
    return null;
  }
}
