import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';

const base64url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/);

/** A credential id has at most 1023 bytes (WebAuthn 3, 4). */
const credentialId = base64url(1_364);

/** Words such as `internal` and `usb`. Browsers may use other words than WebAuthn lists. */
const transports = z.array(z.string().regex(/^[\w-]{1,30}$/)).max(10);

const credential = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().max(30).nullish(),
};

/** `PublicKeyCredential.toJSON()` of a new passkey. */
export const newPasskeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4_000),
    attestationObject: base64url(20_000),
    transports: transports.optional(),
  }),
});

/** `PublicKeyCredential.toJSON()` of a sign-in. */
export const signInAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4_000),
    authenticatorData: base64url(4_000),
    signature: base64url(4_000),
    userHandle: base64url(100),
  }),
});

/** Converts the answer to the library's type, without extensions, which the shop does not use. */
export const toRegistrationResponse = ({ id, rawId, type, response }: z.infer<typeof newPasskeyAnswer>) => {
  const { clientDataJSON, attestationObject } = response;
  const json = { id, rawId, type, clientExtensionResults: {}, response: { clientDataJSON, attestationObject } };
  return json satisfies RegistrationResponseJSON;
};

export const toAuthenticationResponse = ({ id, rawId, type, response }: z.infer<typeof signInAnswer>) =>
  ({ id, rawId, type, clientExtensionResults: {}, response }) satisfies AuthenticationResponseJSON;
