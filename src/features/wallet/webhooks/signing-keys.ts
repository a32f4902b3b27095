import { type KeyObject, X509Certificate } from 'node:crypto';
import { getCACertificates } from 'node:tls';
import { LRUCache } from 'lru-cache';
import type { Shop } from '#platform/features/shop.ts';
import type { RateLimit } from '#platform/limits/limits.ts';
import type { WalletEndpoints } from '../provider/endpoints.ts';
import { WalletUnanswered } from '../rest/errors.ts';
import { exchange } from '../rest/exchange.ts';

/**
 * Limits fetches of certificates. Unverified messages name certificates too, and strangers must not make the shop
 * fetch many.
 */
const fetchLimit: RateLimit = { name: 'wallet-certificates', seconds: 60, max: 20 };
const timeout = 5000;
/** Maximum bytes of a certificate with its issuers. */
const maxChain = 64_000;
const longestPath = 5;

/** Certificates by address. The provider uses a certificate for months. Concurrent messages share one request. */
const chains = new LRUCache<string, readonly X509Certificate[], Shop>({
  max: 20,
  ttl: 12 * 60 * 60 * 1000,
  fetchMethod: (address, _old, { context }) => fetchChain(context, address),
});

/**
 * Loads the public key of the certificate with which a message was signed.
 * @returns null when the certificate is not the provider's
 * @throws when the certificate can't be fetched now
 */
export async function loadSigningKey(shop: Shop, endpoints: WalletEndpoints, given: string): Promise<KeyObject | null> {
  const address = toProviderAddress(endpoints, given);
  if (address === null) return null;
  const [certificate, ...issuers] = (await chains.fetch(address, { context: shop })) ?? [];
  if (!certificate) return null;
  const isTest = endpoints.kind === 'test';
  // The test wallet is its own authority. Its REST API listens on loopback, where nobody else can answer.
  const roots = isTest ? issuers.slice(-1) : listAuthorities();
  if (!isTest && !isProviderName(certificate)) return null;
  return isTrusted(certificate, issuers, { roots, now: shop.clock.now() }) ? certificate.publicKey : null;
}

/** @returns null for an address outside of the provider's servers */
function toProviderAddress({ kind, restUrl }: WalletEndpoints, address: string): string | null {
  const url = URL.parse(address);
  if (!url || !/^\/v1\/notifications\/certs\/[\w.-]+$/.test(url.pathname)) return null;
  // Replace the host: the test wallet's name for itself may differ from the shop's configuration.
  if (kind === 'test') return `${restUrl}${url.pathname}`;
  const isProvider = url.protocol === 'https:' && url.port === '' && /^([a-z0-9-]+\.)+paypal\.com$/.test(url.hostname);
  return isProvider && !url.username && !url.password ? url.href : null;
}

const isProviderName = ({ subject }: X509Certificate): boolean => /^CN=[\w.-]+\.paypal\.com$/m.test(subject);

async function fetchChain(shop: Shop, url: string): Promise<readonly X509Certificate[]> {
  const use = await shop.limits.consume([{ limit: fetchLimit, key: 'all' }]);
  if (!use.ok) throw new WalletUnanswered('certificates', 'too many were asked for');
  const reply = await exchange({ method: 'GET', url, headers: {}, signal: AbortSignal.timeout(timeout) });
  if (reply.status !== 200 || reply.text.length > maxChain)
    throw new WalletUnanswered('certificates', `status ${reply.status}`);
  const parts = reply.text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  if (!parts) throw new WalletUnanswered('certificates', 'the reply has none');
  return parts.map((part) => new X509Certificate(part));
}

interface Trust {
  readonly roots: readonly X509Certificate[];
  readonly now: Date;
}

/** Returns whether a chain of valid issuers leads from a certificate to a trusted authority. */
function isTrusted(
  certificate: X509Certificate,
  issuers: readonly X509Certificate[],
  trust: Trust,
  length = 1,
): boolean {
  if (length > longestPath || !isValidAt(certificate, trust.now)) return false;
  if (trust.roots.some((root) => isValidAt(root, trust.now) && isIssuedBy(certificate, root))) return true;
  return issuers.some(
    (issuer) => issuer.ca && isIssuedBy(certificate, issuer) && isTrusted(issuer, issuers, trust, length + 1),
  );
}

const isValidAt = ({ validFromDate, validToDate }: X509Certificate, now: Date): boolean =>
  validFromDate <= now && now <= validToDate;

const isIssuedBy = (certificate: X509Certificate, issuer: X509Certificate): boolean =>
  certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);

let authorities: readonly X509Certificate[] | null = null;

/** Lists the authorities that the process trusts for HTTPS. */
function listAuthorities(): readonly X509Certificate[] {
  authorities ??= getCACertificates('default').map((text) => new X509Certificate(text));
  return authorities;
}
