import ipaddr from 'ipaddr.js';

/** Ranges that do not identify a client: the own machine or network, an untrusted proxy. */
const sharedRanges = new Set(['unspecified', 'loopback', 'private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat']);

/**
 * The client's network: an IPv4 address, or the /64 of an IPv6 address, which one customer owns.
 * @returns null for an address that does not identify a client
 */
export function getClientNetwork(address: string): string | null {
  if (!ipaddr.isValid(address)) return null;
  const parsed = ipaddr.process(address);
  if (sharedRanges.has(parsed.range())) return null;
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const prefix = parsed.toByteArray().slice(0, 8);
  return `${Buffer.from(prefix).toString('hex')}/64`;
}
