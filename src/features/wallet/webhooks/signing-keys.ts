import { type KeyObject, X509Certificate } from 'node:crypto';
import { getCACertificates } from 'node:tls';
import { LRUCache } from 'lru-cache';
import type { Shop } from '#platform/features/shop.ts';
import type { RateLimit } from '#platform/limits/limits.ts';
import type { WalletEndpoints } from '../provider/endpoints.ts';
import { WalletUnanswered } from '../rest/errors.ts';
import { exchange } from '../rest/exchange.ts';

/** Signed and unsigned messages name certificates: strangers must not make the shop fetch many. */
const fetchLimit: RateLimit = { name: 'wallet-certificates', seconds: 60, max: 20 };
const timeout = 5000;
/** Bytes of a certificate with those of its issuers. */
const maxChain = 64_000;
const longestPath = 5;

/** By address. The provider uses one for months. Messages at one moment share a request. */
const chains = new LRUCache<string, readonly X509Certificate[], Shop>({
  max: 20,
  ttl: 12 * 60 * 60 * 1000,
  fetchMethod: (address, _old, { context }) => fetchChain(context, address),
});

/**
 * Loads the key of a certificate that the provider has signed a message with.
 * @returns null when it is not the provider's
 * @throws when it can't be fetched now
 */
export async function loadSigningKey(shop: Shop, endpoints: WalletEndpoints, given: string): Promise<KeyObject | null> {
  const address = toProviderAddress(endpoints, given);
  if (address === null) return null;
  const [certificate, ...issuers] = (await chains.fetch(address, { context: shop })) ?? [];
  if (!certificate) return null;
  const isTest = endpoints.kind === 'test';
  // The test wallet is its own authority. Its REST calls are on loopback, where nobody else answers.
  const roots = isTest ? issuers.slice(-1) : listAuthorities();
  if (!isTest && !isProviderName(certificate)) return null;
  return isTrusted(certificate, issuers, { roots, now: shop.clock.now() }) ? certificate.publicKey : null;
}

/** @returns null for an address of anybody else */
function toProviderAddress({ kind, restUrl }: WalletEndpoints, address: string): string | null {
  const url = URL.parse(address);
  if (!url || !/^\/v1\/notifications\/certs\/[\w.-]+$/.test(url.pathname)) return null;
  // The test wallet may know itself by another name than the shop.
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

/** Whether a path of valid issuers leads from a certificate to an authority. */
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

/** Those that the process trusts for https. */
function listAuthorities(): readonly X509Certificate[] {
  authorities ??= getCACertificates('default').map((text) => new X509Certificate(text));
  return authorities;
}
