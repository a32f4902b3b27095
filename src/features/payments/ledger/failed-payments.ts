import type { Config } from '#platform/config/config.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { getOwner, isOwnedSql, toOwnerValues } from '#platform/sessions/owner.ts';
import { sign } from '#platform/sessions/signing.ts';

/** Signed with a secret, so that a copy of the database does not reveal the network. */
export function hashNetwork({ config }: { readonly config: Config }, network: string | null): string | null {
  return network === null ? null : sign(config.secrets, 'payment-network', network);
}

/** A payment may be declined several times before it succeeds or fails. */
const sumDeclines = `coalesce(sum(greatest((p.status = 'failed')::integer, (
  select count(*) from payment_transactions t
  where t.payment_id = p.id and t.kind in ('authorize', 'capture') and t.status = 'failed'
))), 0)::integer`;

const countFailed = sqlQuery<{ ofNetwork: number; ofOwner: number }>(
  'payments.count-failed',
  `select
    (select ${sumDeclines} from payments p where p.network_hash = $3 and p.created_at > $4) as "ofNetwork",
    (select ${sumDeclines} from orders o join payments p on p.order_id = o.id
      where ${isOwnedSql('o')} and p.created_at > $4) as "ofOwner"`,
);

const hourMs = 60 * 60 * 1000;

/**
 * Counts declines of payments that were started in the last hour: the higher number of those of the actor and those
 * of the actor's network. Payments that the shopper cancelled do not count.
 */
export async function countFailedPayments(shop: Shop, db: Db, actor: Actor): Promise<number> {
  const since = new Date(shop.clock.now().getTime() - hourMs);
  const [found] = await countFailed(db, [
    ...toOwnerValues(getOwner(actor)),
    hashNetwork(shop, actor.network ?? null),
    since,
  ]);
  return found ? Math.max(found.ofNetwork, found.ofOwner) : 0;
}
