import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FieldOf } from '#features/form-definitions/index.ts';
import type { CaptchaChallenge } from '#features/form-markup/index.ts';
import type { WireNames } from '#platform/config/wire-names.ts';
import type { Shop } from '#platform/features/shop.ts';
import { sign } from '#platform/sessions/signing.ts';
import { captchaCharacters } from './glyphs.ts';
import { type CheckedChallenge, getLifetime, type UsedChallenge } from './use-challenges.ts';

const answerLength = 5;
const bytes = { expires: 6, nonce: 6, signature: 12 };
const numberBytes = bytes.expires + bytes.nonce + bytes.signature;
/** Digits of the greatest number of so many bytes. */
const numberDigits = (2n ** BigInt(numberBytes * 8) - 1n).toString().length;

/** The file name of the image is the number of the challenge. */
export const captchaPath = (
  { apiRoot, formNamespace }: WireNames,
  formId: number | ':id',
  field: string,
  file: string,
) => `${apiRoot}/${formNamespace}/v1/contact-forms/${formId}/captcha/${field}/${file}`;

/** The number holds its end, a nonce and a signature, never the answer: that is derived by a key. */
export function createCaptcha(shop: Shop, formId: number, { name }: FieldOf<'captcha-image'>): CaptchaChallenge {
  const head = Buffer.alloc(bytes.expires + bytes.nonce);
  head.writeUIntBE(shop.clock.now().getTime() + getLifetime(shop), 0, bytes.expires);
  randomBytes(bytes.nonce).copy(head, bytes.expires);
  const signed = Buffer.concat([head, createSignature(shop.config.secrets[0], formId, name, head)]);
  const challenge = BigInt(`0x${signed.toString('hex')}`)
    .toString()
    .padStart(numberDigits, '0');
  const src = captchaPath(shop.wire, formId, encodeURIComponent(name), `${challenge}.png`);
  return { src, challenge };
}

const createSignature = (secret: string, formId: number, field: string, head: Buffer) =>
  Buffer.from(sign([secret], 'contact-captcha', `${formId}\n${field}\n${head.toString('hex')}`), 'base64url').subarray(
    0,
    bytes.signature,
  );

interface ReadCaptcha {
  readonly answer: string;
  readonly use: UsedChallenge;
}

/** @returns null for a number that is forged, expired, or of another field */
export function readCaptcha(shop: Shop, formId: number, field: string, challenge: string): ReadCaptcha | null {
  if (!/^\d+$/.test(challenge) || challenge.length !== numberDigits) return null;
  const hex = BigInt(challenge)
    .toString(16)
    .padStart(numberBytes * 2, '0');
  if (hex.length !== numberBytes * 2) return null;
  const all = Buffer.from(hex, 'hex');
  const head = all.subarray(0, bytes.expires + bytes.nonce);
  const signature = all.subarray(head.length);
  const secret = shop.config.secrets.find((each) =>
    timingSafeEqual(createSignature(each, formId, field, head), signature),
  );
  const expiresAt = new Date(head.readUIntBE(0, bytes.expires));
  if (secret === undefined || expiresAt <= shop.clock.now()) return null;
  const digest = Buffer.from(sign([secret], 'contact-captcha-answer', challenge), 'base64url');
  const answer = Array.from(
    digest.subarray(0, answerLength),
    (byte) => captchaCharacters[byte % captchaCharacters.length],
  );
  return { answer: answer.join(''), use: { challenge, expiresAt } };
}

/** A challenge is used up by any answer, so that nobody tries answers until one is right. */
export function checkCaptcha(
  shop: Shop,
  formId: number,
  field: string,
  given: { readonly answer: string; readonly challenge: string },
): CheckedChallenge {
  const captcha = readCaptcha(shop, formId, field, given.challenge);
  if (!captcha) return { isRight: false, use: null };
  return { isRight: given.answer.trim().toUpperCase() === captcha.answer, use: captcha.use };
}
