import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { accountErrors, describeDevice, enqueueNotice, inSessionTransaction } from '#features/accounts/index.ts';
import { saveNotices } from '#platform/http/notices.ts';
import { defineMutation, type MutationCall, type Refusal } from '#platform/mutations/mutation.ts';
import { isSigned, sign } from '#platform/sessions/signing.ts';
import { newPasskeyAnswer, toRegistrationResponse } from './authenticator-answer.ts';
import { challengeSeconds, createChallenge, isChallengeValid, takeChallenge } from './challenges.ts';
import { addPasskeyPath, newPasskeyOptionsPath, passkeysPath } from './contract.ts';
import { passkeyErrors } from './errors.ts';
import { listCredentials, maxNameLength, maxPasskeys, writePasskey } from './passkey-rows.ts';
import { algorithms, getRelyingParty, listNetworkUses, loadWebAuthn } from './relying-party.ts';
import { passkeyTexts as texts } from './texts.ts';

const { SIGN_IN_REQUIRED, FRESH_SIGN_IN_REQUIRED } = accountErrors.codes;
const { PASSKEY_NOT_ADDED, TOO_MANY_PASSKEY_CALLS } = passkeyErrors.codes;
const addErrors = {
  title: passkeyErrors.title,
  codes: { SIGN_IN_REQUIRED, FRESH_SIGN_IN_REQUIRED, PASSKEY_NOT_ADDED, TOO_MANY_PASSKEY_CALLS },
};

type AddFailure = Refusal<keyof typeof addErrors.codes>;

const tooMany = (): AddFailure => ({ ok: false, code: 'TOO_MANY_PASSKEY_CALLS' });

const message = ({ shop }: MutationCall, code: string): string =>
  code === 'TOO_MANY_PASSKEY_CALLS' ? shop.t(texts.TOO_MANY_PASSKEY_CALLS) : shop.t(texts.PASSKEY_NOT_ADDED);

/** The options of `PublicKeyCredential.parseCreationOptionsFromJSON()`. */
const creationOptions = z.strictObject({
  rp: z.strictObject({ id: z.string(), name: z.string() }),
  user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.strictObject({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int().describe('Milliseconds'),
  excludeCredentials: z.array(
    z.strictObject({ type: z.literal('public-key'), id: z.string(), transports: z.array(z.string()) }),
  ),
  authenticatorSelection: z.strictObject({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});

const handleLength = 32;

/** Signs the user handle of a new passkey, because the browser sends the handle back with the answer. */
const signHandle = ({ shop }: MutationCall, customerId: number, handle: string): string =>
  sign(shop.config.secrets, 'passkey-user', `${customerId}\n${handle}`);

type OptionsResult =
  | { readonly ok: true; readonly options: z.infer<typeof creationOptions>; proof: string }
  | AddFailure;

/** Creates the options of a discoverable passkey whose authenticator verifies the user: sign-in requires both. */
export const newPasskeyOptionsMutation = defineMutation({
  name: 'passkeys.start-passkey',
  description: 'Makes the options of a new passkey of the customer.',
  schema: z.unknown(),
  requiresCustomer: { returnTo: passkeysPath, isFresh: true },
  errors: addErrors,
  limits: { uses: listNetworkUses, refuse: tooMany, countsFailures: true },
  run: async (call): Promise<OptionsResult> => {
    const { shop } = call;
    const { id, email } = call.customer;
    const known = await listCredentials(shop.db, id);
    if (known.length >= maxPasskeys) return { ok: false, code: 'PASSKEY_NOT_ADDED' };
    const handle = (known[0]?.userHandle ?? randomBytes(handleLength)).toString('base64url');
    const options = {
      rp: { id: getRelyingParty(shop).id, name: shop.choices.name },
      user: { id: handle, name: email, displayName: email },
      challenge: createChallenge(call, `add:${id}`),
      pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg }) as const),
      timeout: challengeSeconds * 1000,
      excludeCredentials: known.map(({ credentialId, transports }) => ({
        type: 'public-key' as const,
        id: credentialId.toString('base64url'),
        transports: [...transports],
      })),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
    } as const;
    return { ok: true, options, proof: signHandle(call, id, handle) };
  },
  message: (call, { code }) => message(call, code),
  json: {
    path: ({ rest }) => newPasskeyOptionsPath(rest),
    response: z.strictObject({ options: creationOptions, proof: z.string().describe('Sent back with the passkey') }),
    success: (_, { options, proof }) => ({ options, proof }),
  },
});

export const addPasskeyMutation = defineMutation({
  name: 'passkeys.add-passkey',
  description: 'Keeps a new passkey of the customer.',
  schema: z.strictObject({
    credential: newPasskeyAnswer,
    userId: z
      .string()
      .regex(/^[\w-]{43}$/)
      .describe('`user.id` of the options'),
    proof: z.string().max(100),
  }),
  requiresCustomer: { returnTo: passkeysPath, isFresh: true },
  errors: addErrors,
  limits: { uses: listNetworkUses, refuse: tooMany, countsFailures: true },
  run: async (call, input): Promise<{ readonly ok: true } | AddFailure> => {
    const { shop, request, customer } = call;
    const { id: customerId, email } = customer;
    const failed = { ok: false, code: 'PASSKEY_NOT_ADDED' } as const;
    const isOwnHandle = isSigned(shop.config.secrets, 'passkey-user', `${customerId}\n${input.userId}`, input.proof);
    const verified = isOwnHandle ? await verifyAnswer(call, customerId, input.credential) : null;
    if (verified === null) return failed;
    const now = shop.clock.now();
    const { id, publicKey, counter } = verified.credential;
    const device = describeDevice(request.headers['user-agent'] ?? '') ?? shop.t(texts.unnamed);
    const name = device.slice(0, maxNameLength);
    const passkey = {
      ...{ customerId, name, now, counter, publicKey: Buffer.from(publicKey) },
      credentialId: Buffer.from(id, 'base64url'),
      userHandle: Buffer.from(input.userId, 'base64url'),
      transports: input.credential.response.transports ?? [],
    };
    const added = await inSessionTransaction(call, async (tx): Promise<{ readonly ok: true } | AddFailure> => {
      if (!(await takeChallenge(tx, verified.challenge, now)) || !(await writePasskey(tx, passkey))) return failed;
      const subject = shop.t(texts.addedSubject, { shop: shop.choices.name });
      const text = shop.t(texts.addedMail, { name, email: shop.choices.email });
      await enqueueNotice(shop, tx, { to: email, subject, text });
      return { ok: true };
    });
    if (added.ok) saveNotices(shop, call.reply, [{ code: 'added' }]);
    return added;
  },
  message: (call, { code }) => message(call, code),
  json: {
    path: ({ rest }) => addPasskeyPath(rest),
    response: z.strictObject({ redirectTo: z.string().describe('Path in the shop') }),
    success: () => ({ redirectTo: passkeysPath }),
  },
});

/** @returns null when the credential is not a new passkey for a challenge of this browser and customer */
async function verifyAnswer(call: MutationCall, customerId: number, credential: z.infer<typeof newPasskeyAnswer>) {
  const { id, origin } = getRelyingParty(call.shop);
  const { verifyRegistrationResponse } = await loadWebAuthn();
  let challenge = '';
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: toRegistrationResponse(credential),
      expectedChallenge: (given) => {
        challenge = given;
        return isChallengeValid(call, `add:${customerId}`, given);
      },
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    return verified ? { challenge, credential: registrationInfo.credential } : null;
  } catch (error) {
    call.shop.log.info({ reason: (error as Error).message }, 'a new passkey was refused');
    return null;
  }
}
