import { LRUCache } from 'lru-cache';
import type { Shop } from '#platform/features/shop.ts';
import { getClientNetwork } from '#platform/limits/network.ts';

/** Different queries without result that are noted from one network in a day (UTC). */
const maxPerDay = 30;
/** Networks that are remembered, those of the latest requests. */
const maxNetworks = 2_000;

const day = 24 * 60 * 60 * 1000;

/** In memory and for each process: nothing of who asked is stored. */
const queriesByShop = new WeakMap<Shop, LRUCache<string, Set<string>>>();

/**
 * Whether a query without result may be noted: each counts once a day for one network, and only so many do.
 * @param address of the client, as `request.ip`
 */
export function canRecordZeroResult(shop: Shop, address: string, query: string): boolean {
  const networks = queriesByShop.get(shop) ?? new LRUCache<string, Set<string>>({ max: maxNetworks });
  queriesByShop.set(shop, networks);
  const key = `${Math.floor(shop.clock.now().getTime() / day)} ${getClientNetwork(address) ?? address}`;
  const queries = networks.get(key) ?? new Set();
  if (queries.has(query) || queries.size >= maxPerDay) return false;
  networks.set(key, queries.add(query));
  return true;
}
