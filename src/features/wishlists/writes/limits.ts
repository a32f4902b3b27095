import type { Shop } from '#platform/features/shop.ts';
import type { LimitUse } from '#platform/limits/limits.ts';
import { getClientNetwork } from '#platform/limits/network.ts';
import type { MutationCall } from '#platform/mutations/mutation.ts';
import { getOwner, getOwnerKey, type Owner } from '#platform/sessions/owner.ts';
import { hasVisitorRow } from '#platform/sessions/visit.ts';
import { refuse } from '../errors.ts';
import { wishlistSettings } from '../settings.ts';

const seconds = 60 * 60;

const createUse = (name: string, max: number | null, key: string | null): LimitUse[] =>
  max === null || key === null ? [] : [{ limit: { name: `wishlist-${name}`, max, seconds }, key }];

/** Counts a write for the shopper and the network, and for new guests also as a new list of the network. */
async function getWriteUses({ shop, request, getActor }: MutationCall): Promise<LimitUse[]> {
  const { changesPerHour, changesPerNetwork, newListsPerHour } = shop.settings(wishlistSettings);
  const owner = getOwner(await getActor());
  const network = getClientNetwork(request.ip);
  const newListUses = createUse('new-lists', newListsPerHour, network);
  const isNewGuest = newListUses.length > 0 && (await hasWrittenNothing(shop, owner));
  return [
    ...createUse('changes', changesPerHour, owner && getOwnerKey(owner)),
    ...createUse('network', changesPerNetwork, network),
    ...(isNewGuest ? newListUses : []),
  ];
}

/**
 * Returns whether the shopper is a guest without a visitor row. Some guests have a cookie before their first write.
 */
async function hasWrittenNothing({ db }: Shop, owner: Owner | null): Promise<boolean> {
  if (owner === null) return true;
  return 'visitorId' in owner && !(await hasVisitorRow(db, owner.visitorId));
}

/** Counts a read-only call for the shopper and the network. */
async function getLoadUses({ shop, request, getActor }: MutationCall): Promise<LimitUse[]> {
  const { loadsPerHour, loadsPerNetwork } = shop.settings(wishlistSettings);
  const owner = getOwner(await getActor());
  return [
    ...createUse('loads', loadsPerHour, owner && getOwnerKey(owner)),
    ...createUse('network-loads', loadsPerNetwork, getClientNetwork(request.ip)),
  ];
}

/** Limits of writes. Failed writes count, too. */
export const writeLimits = { uses: getWriteUses, refuse: () => refuse('TOO_MANY_CHANGES'), countsFailures: true };
export const loadLimits = { ...writeLimits, uses: getLoadUses };
