import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { sanitiseHtml } from '#platform/texts/sanitise-html.ts';
import { toSlug } from '#platform/texts/slugs.ts';
import { republishProducts } from '../products/republish-products.ts';
import { lockProducts } from '../products/save/product-lookups.ts';
import { saveUnlessTaken, type Taken } from './save-unless-taken.ts';
import type { Label } from './tags-and-brands.ts';

export type LabelTable = 'tags' | 'brands';

export type ChangeResult =
  | { readonly ok: true; readonly id: number }
  | { readonly ok: false; readonly code: 'GONE' }
  | Taken;

type ChangingShop = Pick<Shop, 'pages' | 'emit' | 'clock' | 'choices'>;

/** Creates the functions that write tags or brands. Lock order: the rows by their ids, then products. */
function createLabelRules(table: LabelTable) {
  const kind = table === 'tags' ? 'tag' : 'brand';
  const [link, column] = [`product_${table}`, `${kind}_id`];
  const columns = `select id, slug, name, description from ${table}`;
  const find = sqlQuery<Label>(`catalog.find-${kind}`, `${columns} where id = $1::bigint`);
  const lock = sqlQuery<Label>(
    `catalog.lock-${table}`,
    `${columns} where id = any($1::bigint[]) order by id for update`,
  );
  const findTaken = sqlQuery<{ name: boolean; slug: boolean }>(
    `catalog.find-taken-${kind}`,
    `select exists (select from ${table} where lower(name) = lower($2) and id is distinct from $1::integer) as name,
      exists (select from ${table} where slug = $3 and id is distinct from $1::integer) as slug`,
  );
  const insert = sqlQuery<{ id: number }>(
    `catalog.create-${kind}`,
    `insert into ${table} (name, slug, description) values ($1, $2, $3) returning id`,
  );
  const update = sqlQuery(
    `catalog.change-${kind}`,
    `update ${table} set name = $2, slug = $3, description = $4 where id = $1`,
  );
  const redirect = sqlQuery(
    `catalog.redirect-${kind}`,
    `insert into slug_redirects (kind, locale, slug, ${column}) values ('${kind}', $1, $2, $3)
    on conflict (kind, locale, slug) do update set ${column} = excluded.${column}, since = now()`,
  );
  const listProducts = sqlQuery<{ id: number }>(
    `catalog.list-products-of-${kind}`,
    `select product_id as id from ${link} where ${column} = $1 order by 1`,
  );
  const move = sqlQuery(
    `catalog.move-products-of-${kind}`,
    `with moved as (
      insert into ${link} (product_id, ${column}, position) select product_id, $2, position from ${link} where ${column} = $1
      on conflict do nothing
    )
    update slug_redirects set ${column} = $2 where ${column} = $1`,
  );
  const remove = sqlQuery(`catalog.delete-${kind}`, `delete from ${table} where id = $1`);
  const republish = async (shop: ChangingShop, tx: Tx, id: number, change: () => Promise<unknown>) => {
    const ids = (await listProducts(tx, [id])).map((product) => product.id);
    // Waits for products that are being saved: saving a product writes all its tags and brands.
    await lockProducts(tx, ids);
    await change();
    await republishProducts(shop, tx, ids);
    return ids.length;
  };
  return {
    /** @param isLocking true only inside a transaction */
    find: async (db: Db, id: number, isLocking = false): Promise<Label | null> =>
      (isLocking ? await lock(db, [[id]]) : await find(db, [id]))[0] ?? null,
    /** Sanitises the description. @param id null for a new row; an empty slug is created from the name */
    save: async (
      shop: ChangingShop,
      tx: Tx,
      id: number | null,
      { name, slug: typed, description: html }: Omit<Label, 'id'>,
    ): Promise<ChangeResult> => {
      const slug = toSlug(typed, name);
      const values = [name, slug, sanitiseHtml(html)];
      const [before] = id === null ? [] : await lock(tx, [[id]]);
      if (id !== null && !before) return { ok: false, code: 'GONE' };
      const [taken] = await findTaken(tx, [id, name, slug]);
      if (taken?.name) return { ok: false, code: 'NAME_TAKEN' };
      if (taken?.slug) return { ok: false, code: 'SLUG_TAKEN' };
      if (!before)
        return saveUnlessTaken(tx, async (savepoint) => {
          const [created] = await insert(savepoint, values);
          return { ok: true, id: created?.id ?? 0 };
        });
      let saved: ChangeResult = { ok: true, id: before.id };
      await republish(shop, tx, before.id, async () => {
        saved = await saveUnlessTaken(tx, async (savepoint) => {
          await update(savepoint, [before.id, ...values]);
          if (before.slug !== slug) await redirect(savepoint, [shop.choices.locale, before.slug, before.id]);
          return { ok: true, id: before.id };
        });
      });
      return saved;
    },
    countProducts: async (db: Db, id: number): Promise<number> => (await listProducts(db, [id])).length,
    /**
     * Deletes a row, and moves its products and addresses to another row if there is one.
     * @returns the number of products; null when one of the rows does not exist
     */
    remove: async (shop: ChangingShop, tx: Tx, id: number, into: number | null): Promise<number | null> => {
      const rows = await lock(tx, [into === null ? [id] : [id, into]]);
      const from = rows.find((row) => row.id === id);
      if (!from || into === id || (into !== null && rows.length < 2)) return null;
      return republish(shop, tx, id, async () => {
        if (into !== null) {
          await move(tx, [id, into]);
          await redirect(tx, [shop.choices.locale, from.slug, into]);
        }
        await remove(tx, [id]);
      });
    },
  };
}

export const labelRules = { tags: createLabelRules('tags'), brands: createLabelRules('brands') } as const;
