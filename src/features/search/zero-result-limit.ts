import { LRUCache } from 'lru-cache';
import type { Shop } from '#platform/features/shop.ts';
import { getClientNetwork } from '#platform/limits/network.ts';

/** Zero-result searches that are recorded per network and day (UTC). */
const maxPerDay = 30;
/** Networks kept in memory: the most recent ones. */
const maxNetworks = 2_000;

const day = 24 * 60 * 60 * 1000;

/** Kept in memory per process, so that no client data is stored. */
const queriesByShop = new WeakMap<Shop, LRUCache<string, Set<string>>>();

/**
 * Counts a zero-result search, once per day and network, up to `maxPerDay`.
 * @param address client address, as `request.ip`
 * @returns whether the search may be recorded
 */
export function consumeZeroResultLimit(shop: Shop, address: string, query: string): boolean {
  const networks = queriesByShop.get(shop) ?? new LRUCache<string, Set<string>>({ max: maxNetworks });
  queriesByShop.set(shop, networks);
  const key = `${Math.floor(shop.clock.now().getTime() / day)} ${getClientNetwork(address) ?? address}`;
  const queries = networks.get(key) ?? new Set();
  if (queries.has(query) || queries.size >= maxPerDay) return false;
  networks.set(key, queries.add(query));
  return true;
}
