import { getCartOwner, getCartOwnerKey } from '#features/cart/index.ts';
import type { LimitUse } from '#platform/limits/limits.ts';
import { getClientNetwork } from '#platform/limits/network.ts';
import type { MutationCall } from '#platform/mutations/mutation.ts';
import { wishlistSettings } from '../settings.ts';

const seconds = 60 * 60;

/** What a write counts against: the shopper, the network, and for new guests their lists. */
export async function getWriteUses({ shop, request, getActor }: MutationCall): Promise<LimitUse[]> {
  const { changesPerHour, changesPerNetwork, newListsPerHour } = shop.settings(wishlistSettings);
  const owner = getCartOwner(await getActor());
  const use = (name: string, max: number | null, key: string | null): LimitUse[] =>
    max === null || key === null ? [] : [{ limit: { name: `wishlist-${name}`, max, seconds }, key }];
  const network = getClientNetwork(request.ip);
  return [
    ...use('changes', changesPerHour, owner && getCartOwnerKey(owner)),
    ...use('network', changesPerNetwork, network),
    ...(owner === null ? use('new-lists', newListsPerHour, network) : []),
  ];
}
