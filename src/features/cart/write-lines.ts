import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { keepVisitorSql } from '#platform/sessions/visit.ts';
import type { NewCartLine } from './addition.ts';

export interface LineToWrite extends Omit<NewCartLine, 'variation'> {
  /** What the line may hold in all. */
  readonly most: number;
}

interface WrittenRow {
  version: number;
  key: string | null;
  fingerprint: string | null;
}

/**
 * The open cart is made or found, and its row locked: whoever orders it at this moment is waited for, and then a new one is made. A line that
 * was removed begins anew. The visitor's row is locked before the cart's, as the job that purges visitors does.
 */
const upsertCartLines = sqlQuery<WrittenRow>(
  'cart.write-lines',
  `with visitor as (
    ${keepVisitorSql('$1::uuid')} returning v.id
  ), cart as (
    insert into carts (visitor_id, currency, created_at, updated_at)
    select $1::uuid, $2, $4::timestamptz, $4::timestamptz from (select count(*) from visitor) as visitor_first
    on conflict (visitor_id) where state = 'open' do update set version = nextval('cart_versions'), updated_at = excluded.updated_at
    returning id, version
  ), wanted as (
    select * from jsonb_to_recordset($3) as w(
      "variationId" integer, "productId" integer, quantity integer, choices jsonb, addons jsonb, fingerprint text, most integer)
  ), written as (
    insert into cart_lines as l (cart_id, variation_id, product_id, quantity, choices, addons, fingerprint)
    select cart.id, w."variationId", w."productId", w.quantity, w.choices, w.addons, w.fingerprint from cart cross join wanted w
    on conflict (cart_id, fingerprint) do update
      set quantity = excluded.quantity + case when l.removed_at is null then l.quantity else 0 end, removed_at = null
      where excluded.quantity + case when l.removed_at is null then l.quantity else 0 end
        <= (select w.most from wanted w where w.fingerprint = excluded.fingerprint)
    returning l.id, l.fingerprint
  )
  select cart.version, written.id as key, written.fingerprint from cart left join written on true`,
);

/** One statement. A line that would hold too much, since somebody added to it at this moment, has no key. */
export async function writeCartLines(
  { clock, choices }: Pick<Shop, 'clock' | 'choices'>,
  db: Db,
  visitor: string,
  lines: readonly LineToWrite[],
): Promise<{ readonly version: number; readonly keys: ReadonlyMap<string, string> }> {
  const rows = await upsertCartLines(db, [visitor, choices.currency, JSON.stringify(lines), clock.now()]);
  const [first] = rows;
  if (!first) throw new Error('the cart was not written');
  const keys = rows.flatMap(({ key, fingerprint }) =>
    key !== null && fingerprint !== null ? [[fingerprint, key] as const] : [],
  );
  return { version: first.version, keys: new Map(keys) };
}
