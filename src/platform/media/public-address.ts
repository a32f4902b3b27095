import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';

export interface Address {
  readonly address: string;
  readonly family: number;
}

/** Returns all addresses of a host name. @throws when it has none */
export type ResolveHost = (host: string) => Promise<Address[]>;

export const resolveByDns: ResolveHost = (host) => lookup(host, { all: true });

const globalUnicast = ipaddr.parseCIDR('2000::/3');

/**
 * Whether an address is one of the public internet: not private, loopback, link-local, shared
 * (100.64/10), multicast, documentation, reserved, nor an IPv4 address embedded in IPv6 (mapped,
 * NAT64, 6to4, Teredo), which could be any of them.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(globalUnicast);
}

export async function resolveAddresses(url: URL, resolve: ResolveHost): Promise<Address[]> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (ipaddr.isValid(host)) return [{ address: host, family: ipaddr.parse(host).kind() === 'ipv6' ? 6 : 4 }];
  return resolve(host);
}
