import ipaddr from 'ipaddr.js';

const namedRanges = ['loopback', 'linklocal', 'uniquelocal'];

export const trustProxyFormat =
  'true, false, or addresses and ranges separated by commas, such as 127.0.0.1, 10.0.0.0/8 or loopback, linklocal, uniquelocal';

/** Whether proxy-addr accepts a text. Refuses a single number, which it would read as an address. */
export function isTrustProxy(text: string): boolean {
  return text === 'true' || text === 'false' || text.split(',').every((part) => isAddressOrRange(part.trim()));
}

function isAddressOrRange(text: string): boolean {
  if (namedRanges.includes(text)) return true;
  const [address = '', length, ...rest] = text.split('/');
  const isV4 = ipaddr.IPv4.isValidFourPartDecimal(address);
  if (rest.length > 0 || !(isV4 || ipaddr.IPv6.isValid(address))) return false;
  if (length === undefined) return true;
  if (isV4 && ipaddr.IPv4.isValidFourPartDecimal(length)) {
    return (ipaddr.IPv4.parse(length).prefixLengthFromSubnetMask() ?? 0) > 0;
  }
  return /^\d{1,3}$/.test(length) && Number(length) > 0 && Number(length) <= (isV4 ? 32 : 128);
}
