import ipaddr from 'ipaddr.js';

/** Ranges that say nothing about who asks: the shop's own machine or network, or a proxy that `TRUST_PROXY` does not name. */
const ownRanges = new Set(['unspecified', 'loopback', 'private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat']);

/**
 * The network that a request comes from: an IPv4 address, or the /64 of an IPv6 address, which one customer has to themselves.
 * @returns null for an address that says nothing about who asks
 */
export function getClientNetwork(address: string): string | null {
  if (!ipaddr.isValid(address)) return null;
  const parsed = ipaddr.process(address);
  if (ownRanges.has(parsed.range())) return null;
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const prefix = parsed.toByteArray().slice(0, 8);
  return `${Buffer.from(prefix).toString('hex')}/64`;
}
