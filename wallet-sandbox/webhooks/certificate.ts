import { type KeyObject, randomBytes, sign } from 'node:crypto';

/** X.509 certificates in DER. Node reads and verifies certificates, but doesn't make them. */

interface CertificateOptions {
  readonly subject: string;
  readonly issuer: string;
  /** Public. */
  readonly subjectKey: KeyObject;
  /** Private. */
  readonly issuerKey: KeyObject;
  readonly isAuthority: boolean;
  readonly from: Date;
  readonly until: Date;
}

const sequence = (...parts: Buffer[]) => encode(0x30, Buffer.concat(parts));
const integer = (bytes: Buffer) => encode(0x02, bytes);
const bitString = (bytes: Buffer) => encode(0x03, Buffer.concat([Buffer.from([0]), bytes]));
const objectId = (hex: string) => encode(0x06, Buffer.from(hex, 'hex'));
const time = (date: Date) => encode(0x18, Buffer.from(`${date.toISOString().slice(0, 19).replace(/\D/g, '')}Z`));

const sha256WithRsa = sequence(objectId('2a864886f70d01010b'), Buffer.from([5, 0]));

/** Signs a certificate for `subject` with the key of `issuer`. */
export function createCertificate(options: CertificateOptions): string {
  const { subject, issuer, subjectKey, issuerKey, isAuthority, from, until } = options;
  const serial = randomBytes(16);
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 1;
  const version3 = encode(0xa0, integer(Buffer.from([2])));
  const publicKey = subjectKey.export({ type: 'spki', format: 'der' });
  const constraints = encode(0x04, sequence(...(isAuthority ? [Buffer.from([0x01, 0x01, 0xff])] : [])));
  const basicConstraints = sequence(objectId('551d13'), Buffer.from([0x01, 0x01, 0xff]), constraints);
  const content = sequence(
    version3,
    integer(serial),
    sha256WithRsa,
    commonName(issuer),
    sequence(time(from), time(until)),
    commonName(subject),
    publicKey,
    encode(0xa3, sequence(basicConstraints)),
  );
  const der = sequence(content, sha256WithRsa, bitString(sign('sha256', content, issuerKey)));
  const lines = der.toString('base64').replace(/(.{64})(?=.)/g, '$1\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

function commonName(name: string): Buffer {
  const attribute = sequence(objectId('550403'), encode(0x0c, Buffer.from(name)));
  return sequence(encode(0x31, attribute));
}

function encode(tag: number, content: Buffer): Buffer {
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  const bytes = Buffer.from(length.toString(16).padStart(length > 0xff ? 4 : 2, '0'), 'hex');
  return Buffer.concat([Buffer.from([tag, 0x80 | bytes.length]), bytes, content]);
}
