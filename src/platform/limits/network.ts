import ipaddr from 'ipaddr.js';
import type { LimitUse, RateLimit } from './limits.ts';

/** Ranges that do not identify a client: this machine, its own network, or an untrusted proxy. */
const sharedRanges = new Set(['unspecified', 'loopback', 'private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat']);

/**
 * Returns the client's network: an IPv4 address, or the /64 of an IPv6 address, which belongs to one customer.
 * @returns null for an address that does not identify a client
 */
export function getClientNetwork(address: string): string | null {
  const parsed = parseClient(address);
  if (parsed?.kind() === 'ipv4') return parsed.toString();
  return parsed && formatPrefix(parsed, 64);
}

/** Lists the use to count against a limit of the request's network; empty when its address identifies no client. */
export function listNetworkUses({ ip }: { readonly ip: string }, limit: RateLimit): LimitUse[] {
  const key = getClientNetwork(ip);
  return key === null ? [] : [{ limit, key }];
}

/**
 * Returns the /48 of an IPv6 address: one customer may own all of its 65,536 networks, or 256 customers share
 * it. Count it in addition to the network, with a higher limit.
 * @returns null for an IPv4 address, and for an address that does not identify a client
 */
export function getClientSite(address: string): string | null {
  const parsed = parseClient(address);
  return parsed?.kind() === 'ipv6' ? formatPrefix(parsed, 48) : null;
}

type ClientAddress = ReturnType<typeof ipaddr.process>;

function parseClient(address: string): ClientAddress | null {
  if (!ipaddr.isValid(address)) return null;
  const parsed = ipaddr.process(address);
  return sharedRanges.has(parsed.range()) ? null : parsed;
}

function formatPrefix(address: ClientAddress, bits: 48 | 64): string {
  return `${Buffer.from(address.toByteArray().slice(0, bits / 8)).toString('hex')}/${bits}`;
}
