import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  categoryPath,
  countCategoryProducts,
  findStoredCategory,
  moveCategory,
  removeCategory,
  type StoredCategory,
  saveCategory,
} from '#features/catalog/index.ts';
import { media, mediaFileLimits } from '#features/media-library/index.ts';
import { recordAudit } from '#platform/admin/audit/record-audit.ts';
import { adminPath } from '#platform/admin/contract.ts';
import { defineAdminForm, getFormPath } from '#platform/admin/forms/form.ts';
import { defineAdminRecord } from '#platform/admin/records/record.ts';
import { richText } from '#platform/admin/rich-text/rich-text.tsx';
import { inTransaction, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { line, record, text } from '#platform/forms/kinds.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import { defineMutation } from '#platform/mutations/mutation.ts';
import { getActor, isPermitted } from '#platform/sessions/actor.ts';
import { ListState } from '#ui/admin/list-state.tsx';
import { AdminPage, PageHead } from '#ui/admin/page-head.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { createPicker, toPictures } from './pickers.ts';
import { defineRemovals } from './removals.ts';
import { termTexts as texts } from './texts.ts';

export const categoriesPath = adminPath('categories');
const movePath = `${categoriesPath}/-/move`;
const back = { path: categoriesPath, text: texts.categories };
const picker = createPicker('categories');

const fieldsOfProblems = {
  NAME_TAKEN: 'name',
  SLUG_TAKEN: 'slug',
  BELOW_ITSELF: 'parentId',
  GONE: 'parentId',
  PICTURE_GONE: 'image',
} as const;

const categoryForm = defineAdminForm({
  ...{ name: 'catalog-terms.save-category', path: `${categoriesPath}/:id`, requires: 'products.write' },
  description: 'Creates a category, or changes one. Its earlier address leads to the new one.',
  ...{ subject: 'category', create: texts.newCategory, back },
  files: mediaFileLimits,
  fields: (shop, _category: StoredCategory | null) => {
    const { t } = shop;
    return {
      name: line({ label: t(texts.name), required: true, max: 200 }),
      slug: line({ label: t(texts.slug), hint: t(texts.slugHint), max: 200 }),
      parentId: record({ label: t(texts.parent), hint: t(texts.parentHint), picker }),
      image: media(shop, { label: t(texts.picture), max: 1, requires: 'products.write' }),
      description: richText({ label: t(texts.description), max: 20_000 }),
      seoTitle: line({ label: t(texts.seoTitle), hint: t(texts.seoTitleHint), max: 200 }),
      seoDescription: text({ label: t(texts.seoDescription), hint: t(texts.seoDescriptionHint), max: 500 }),
    };
  },
  load: async (_shop, db, id, { isLocking }) => {
    const nothing = {
      name: '',
      slug: '',
      parentId: null,
      image: [],
      description: '',
      seoTitle: '',
      seoDescription: '',
    };
    if (id === null) return { values: nothing, subject: null, label: '' };
    const category = await findStoredCategory(db, id, isLocking);
    return (
      category && {
        values: { ...category, image: toPictures(category.imageId) },
        subject: category,
        label: category.name,
      }
    );
  },
  save: async (shop, tx, values, { id }) => {
    const saved = await saveCategory(shop, tx, id, { ...values, imageId: values.image[0] ?? null });
    if (saved.ok) return saved;
    return { ok: false, problems: [{ field: fieldsOfProblems[saved.code], message: shop.t(texts[saved.code]) }] };
  },
  layout: [
    { title: texts.basics, fields: ['name', 'slug', 'parentId', 'image', 'description'] },
    { title: texts.seo, fields: ['seoTitle', 'seoDescription'] },
  ],
});

export const categoryRecord = defineAdminRecord<StoredCategory & { readonly products: number }>({
  ...{ name: 'catalog-terms.category', path: `${categoriesPath}/:id`, requires: 'products.read', subject: 'category' },
  ...{ back, form: categoryForm, panels: [] },
  load: async (_shop, db, id) => {
    const category = await findStoredCategory(db, id);
    return category && { ...category, products: await countCategoryProducts(db, id) };
  },
  head: ({ t }, { name, slug, products }) => ({
    title: name,
    facts: (
      <>
        {t(texts.productCount, { count: products })} · <a href={categoryPath(slug)}>{t(texts.view)}</a>
      </>
    ),
  }),
  operations: defineRemovals<StoredCategory & { readonly products: number }>({
    ...{ kind: 'category', picker, find: findStoredCategory, countProducts: countCategoryProducts },
    remove: async (shop, tx, id, into) => {
      const removed = await removeCategory(shop, tx, id, into);
      if (removed.ok) return removed;
      const name = 'name' in removed ? removed.name : '';
      return { ok: false, code: removed.code, message: shop.t(texts[removed.code], { name }) };
    },
  }),
});

interface TreeRow {
  readonly id: number;
  readonly parentId: number | null;
  readonly name: string;
  readonly products: number;
}

const selectTree = sqlQuery<TreeRow>(
  'catalog-terms.list-categories',
  `select c.id, c.parent_id as "parentId", c.name, coalesce(n.products, 0) as products
  from categories c left join (select category_id, count(*)::integer as products from product_categories group by category_id) n on n.category_id = c.id
  order by c.position, c.name collate "und-x-icu", c.id`,
);

export function registerCategoriesPage(app: FastifyInstance, shop: Shop): void {
  const { t, db } = shop;
  app.get(categoriesPath, { config: { requires: 'products.read' } }, async (request, reply) => {
    const canWrite = isPermitted(await getActor(shop, request), 'products.write');
    const rows = await selectTree(db, []);
    const title = t(texts.categories);
    const actions = canWrite && <ButtonLink href={getFormPath(categoryForm, null)}>{t(texts.newCategory)}</ButtonLink>;
    const body = (
      <AdminPage width="text">
        <PageHead title={title} lead={t(texts.categoriesLead)} actions={actions} />
        {rows.length === 0 ? (
          <ListState kind="empty" text={t(texts.noCategories)} />
        ) : (
          <Behaviour of="catalog-terms/admin/category-tree">
            <Branch {...{ shop, canWrite, parentId: null, children: Map.groupBy(rows, ({ parentId }) => parentId) }} />
          </Behaviour>
        )}
      </AdminPage>
    );
    return renderPrivatePage(shop, request, reply, { layout: 'admin', title, body });
  });
}

interface BranchProps {
  readonly shop: Shop;
  readonly canWrite: boolean;
  readonly parentId: number | null;
  readonly children: ReadonlyMap<number | null, readonly TreeRow[]>;
}

function Branch({ shop, canWrite, parentId, children }: BranchProps) {
  const { t } = shop;
  const rows = children.get(parentId) ?? [];
  return (
    <ul className="category-tree">
      {rows.map(({ id, name, products }, index) => (
        <li key={id} id={`category-${id}`} data-category={id}>
          <div className="category-tree__row">
            {canWrite && rows.length > 1 && (
              <span className="category-tree__handle" data-handle="" aria-hidden="true" hidden>
                ⠿
              </span>
            )}
            <span className="category-tree__name">
              <a href={getFormPath(categoryForm, id)}>{name}</a>
              <span className="category-tree__count">{t(texts.productCount, { count: products })}</span>
            </span>
            {canWrite && rows.length > 1 && (
              <form className="category-tree__moves" method="post" action={movePath}>
                <input type="hidden" name="id" value={id} />
                <Button look="text" name="by" value="-1" aria-label={t(texts.up, { name })} disabled={index === 0}>
                  ↑
                </Button>
                <Button
                  look="text"
                  name="by"
                  value="1"
                  aria-label={t(texts.down, { name })}
                  disabled={index === rows.length - 1}
                >
                  ↓
                </Button>
              </form>
            )}
          </div>
          {children.has(id) && <Branch {...{ shop, canWrite, parentId: id, children }} />}
        </li>
      ))}
    </ul>
  );
}

export const moveCategoryMutation = defineMutation({
  name: 'catalog-terms.move-category',
  description: 'Moves a category some places down among its siblings: one with 1, and up with a negative number.',
  schema: z.looseObject({ id: z.string().regex(/^[1-9]\d{0,8}$/), by: z.string().regex(/^-?[1-9]\d{0,3}$/) }),
  requires: 'products.write',
  run: async ({ shop, getActor: findActor }, { id, by }): Promise<{ ok: true }> => {
    const actor = await findActor();
    return inTransaction(shop.db, async (tx) => {
      const category = await findStoredCategory(tx, Number(id), true);
      if (category && (await moveCategory(shop, tx, category.id, Number(by))))
        await recordAudit(tx, actor, {
          ...{
            subject: { kind: 'category', id: category.id, label: category.name },
            action: 'catalog-terms.move-category',
          },
          ...{ before: null, after: { moved: Number(by) } },
        });
      return { ok: true };
    });
  },
  form: { path: movePath, success: (_call, _result, { id }) => ({ redirectTo: `${categoriesPath}#category-${id}` }) },
});
