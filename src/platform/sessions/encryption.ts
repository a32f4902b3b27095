import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { type Secrets, sign } from './signing.ts';

/** AES-256 in GCM: bytes of the nonce and of the tag. */
const nonceLength = 12;
const tagLength = 16;

interface Context {
  /** A text that is encrypted for one purpose can't be decrypted for another. */
  readonly purpose: string;
  /** Owner of the text, such as an id: the text can't be decrypted for another owner. */
  readonly owner: string;
}

const deriveKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `encryption\n${purpose}`, 32));

/** Returns the prefix of each text that is encrypted with this secret. It reveals nothing about the secret. */
export const getKeyId = (secret: string): string => sign([secret], 'encryption-key-id', '').slice(0, 8);

/** Encrypts with the first secret. @returns printable text */
export function encrypt([secret]: Secrets, text: string, { purpose, owner }: Context): string {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secret, purpose), nonce).setAAD(Buffer.from(owner));
  const encrypted = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${getKeyId(secret)}.${encrypted.toString('base64url')}`;
}

/** @returns null when none of the secrets has encrypted the text for this purpose and owner */
export function decrypt(secrets: Secrets, text: string, { purpose, owner }: Context): string | null {
  const [keyId, encoded = ''] = text.split('.');
  const secret = secrets.find((each) => getKeyId(each) === keyId);
  const bytes = Buffer.from(encoded, 'base64url');
  if (secret === undefined || bytes.length < nonceLength + tagLength) return null;
  const key = deriveKey(secret, purpose);
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceLength), { authTagLength: tagLength })
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(-tagLength));
  try {
    return decipher.update(bytes.subarray(nonceLength, -tagLength), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}
