import { expect, it } from 'vitest';
import { getClientNetwork, getClientSite } from './network.ts';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['8.8.8.8', '8.8.8.8'],
  ['::ffff:8.8.8.8', '8.8.8.8'],
  ['2a02:8109:1:2:aaaa:bbbb:cccc:dddd', '2a02810900010002/64'],
  ['2a02:8109:1:2::1', '2a02810900010002/64'],
  ['2a02:8109:1:3::1', '2a02810900010003/64'],
])('%s is counted as %s', (address, network) => {
  expect(getClientNetwork(address)).toBe(network);
});

it.each([
  ...['127.0.0.1', '127.3.2.1', '::1', '::ffff:127.0.0.1', '10.1.2.3', '172.20.0.1', '192.168.0.9', '169.254.1.1'],
  ...['fd00::1', 'fe80::1', '100.64.0.1', '::', '0.0.0.0', '', 'unknown', '1.2.3.4.5'],
])('%j does not identify a client', (address) => {
  expect(getClientNetwork(address)).toBeNull();
  expect(getClientSite(address)).toBeNull();
});

it.each([
  ['2a02:8109:1:2:aaaa:bbbb:cccc:dddd', '2a0281090001/48'],
  ['2a02:8109:1:ffff::1', '2a0281090001/48'],
  ['2a02:8109:2:2::1', '2a0281090002/48'],
  ['203.0.113.7', null],
  ['::ffff:8.8.8.8', null],
])('%s is of the site %s', (address, site) => {
  expect(getClientSite(address)).toBe(site);
});
