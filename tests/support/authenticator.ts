import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

/** A credential of a software authenticator (WebAuthn, ES256, attestation `none`). */
export interface TestCredential {
  readonly id: Buffer;
  readonly userHandle: string;
  readonly key: KeyObject;
  readonly publicKey: KeyObject;
  counter: number;
}

export interface AnswerOptions {
  readonly challenge: string;
  readonly origin: string;
  readonly rpId: string;
  /** Whether it has checked who uses it. Default: true. */
  readonly isUserVerified?: boolean;
}

export function createTestCredential(userHandle: string): TestCredential {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { id: randomBytes(32), userHandle, key: privateKey, publicKey, counter: 0 };
}

const encode = (bytes: Buffer) => bytes.toString('base64url');
const hash = (data: string | Buffer) => createHash('sha256').update(data).digest();

const createClientData = (type: string, { challenge, origin }: AnswerOptions) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

/** Flags: user present, user verified, credential data included. */
function createAuthenticatorData({ rpId, isUserVerified = true }: AnswerOptions, counter: number, data?: Buffer) {
  const flags = 0x01 | (isUserVerified ? 0x04 : 0) | (data ? 0x40 : 0);
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([hash(rpId), Buffer.from([flags]), count, data ?? Buffer.alloc(0)]);
}

/** CBOR of a byte string of 24 to 255 bytes. */
const toCborBytes = (bytes: Buffer) => Buffer.concat([Buffer.from([0x58, bytes.length]), bytes]);
const toCborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

/** COSE: { 1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y }. */
function toCoseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const [xBytes, yBytes] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  const start = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]);
  return Buffer.concat([start, toCborBytes(xBytes), Buffer.from([0x22]), toCborBytes(yBytes)]);
}

/** `toJSON()` of a new credential. */
export function createRegistration(credential: TestCredential, options: AnswerOptions) {
  const length = Buffer.from([credential.id.length >> 8, credential.id.length & 255]);
  const data = Buffer.concat([Buffer.alloc(16), length, credential.id, toCoseKey(credential.publicKey)]);
  const authenticatorData = createAuthenticatorData(options, credential.counter, data);
  const attestationObject = Buffer.concat([
    Buffer.from([0xa3]),
    ...[toCborText('fmt'), toCborText('none')],
    ...[toCborText('attStmt'), Buffer.from([0xa0])],
    ...[toCborText('authData'), toCborBytes(authenticatorData)],
  ]);
  const id = encode(credential.id);
  const response = {
    clientDataJSON: encode(createClientData('webauthn.create', options)),
    attestationObject: encode(attestationObject),
    transports: ['internal'],
  };
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
}

/** `toJSON()` of a sign-in. Counts the use. */
export function createAssertion(credential: TestCredential, options: AnswerOptions) {
  credential.counter += 1;
  const clientData = createClientData('webauthn.get', options);
  const authenticatorData = createAuthenticatorData(options, credential.counter);
  const signature = createSign('sha256').update(authenticatorData).update(hash(clientData)).sign(credential.key);
  const id = encode(credential.id);
  const response = {
    clientDataJSON: encode(clientData),
    authenticatorData: encode(authenticatorData),
    signature: encode(signature),
    userHandle: credential.userHandle,
  };
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
}
