import { createPrivateKey, generateKeyPairSync, randomUUID, sign, verify, X509Certificate } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { days } from '../state/clock.ts';
import type { SigningDocument } from '../state/documents.ts';
import type { Store } from '../state/store.ts';
import { createCertificate } from './certificate.ts';

export interface SignedParts {
  readonly transmissionId: string;
  readonly time: string;
  readonly webhookId: string;
  readonly body: string | Buffer;
}

/** What the provider signs of a webhook: not the body, but its checksum. */
const toMessage = ({ transmissionId, time, webhookId, body }: SignedParts) =>
  `${transmissionId}|${time}|${webhookId}|${crc32(body)}`;

export function signEvent(parts: SignedParts, { privateKey }: SigningDocument): string {
  return sign('sha256', Buffer.from(toMessage(parts)), createPrivateKey(privateKey)).toString('base64');
}

export function verifyEvent(parts: SignedParts, signature: string, { chain }: SigningDocument): boolean {
  const { publicKey } = new X509Certificate(chain);
  return verify('sha256', Buffer.from(toMessage(parts)), publicKey, Buffer.from(signature, 'base64'));
}

/** Making keys takes a third of a second: the sandboxes of a process share them. */
let made: SigningDocument | null = null;

/** The key that signs webhooks, with its certificate and the authority's. Made once and kept. */
export function openSigning(store: Store): SigningDocument {
  const known = store.get('signing', 'signing');
  if (known) return known;
  made ??= makeSigning();
  return store.put('signing', made);
}

function makeSigning(): SigningDocument {
  const authority = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const leaf = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const from = new Date(Date.now() - days);
  const common = { issuer: 'Test wallet authority', issuerKey: authority.privateKey, from };
  const root = createCertificate({
    ...common,
    subject: common.issuer,
    subjectKey: authority.publicKey,
    isAuthority: true,
    until: new Date(from.getTime() + 3650 * days),
  });
  const certificate = createCertificate({
    ...common,
    subject: 'Test wallet messages',
    subjectKey: leaf.publicKey,
    isAuthority: false,
    until: new Date(from.getTime() + 3000 * days),
  });
  const privateKey = leaf.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { id: 'signing', certificateId: `CERT-${randomUUID()}`, chain: certificate + root, root, privateKey };
}
