import { sql } from 'drizzle-orm';
import { brandPath, type LabelTable, labelRules, tagPath } from '#features/catalog/index.ts';
import { adminPath } from '#platform/admin/contract.ts';
import { defineAdminForm, getFormPath } from '#platform/admin/forms/form.ts';
import { contains } from '#platform/admin/lists/filter.ts';
import { defineAdminList } from '#platform/admin/lists/list.ts';
import { type AdminPanel, defineAdminRecord, getRecordPath } from '#platform/admin/records/record.ts';
import { richText } from '#platform/admin/rich-text/rich-text.tsx';
import { line } from '#platform/forms/kinds.ts';
import type { Text } from '#platform/texts/texts.ts';
import { FactsList } from '#ui/admin/panels.tsx';
import { createPicker } from './pickers.ts';
import { defineRemovals } from './removals.ts';
import { termTexts as texts } from './texts.ts';

interface ListedLabel {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly description: string;
  readonly products: number;
}

interface LabelWords {
  readonly title: Text;
  readonly lead: Text;
  readonly count: Text;
  readonly empty: Text;
  readonly one: Text;
  readonly create: Text;
  readonly toPath: (slug: string) => string;
}

function defineLabelScreens(table: LabelTable, words: LabelWords) {
  const rules = labelRules[table];
  const kind = table === 'tags' ? 'tag' : 'brand';
  const path = adminPath(table);
  const back = { path, text: words.title };
  const countSql = `(select count(*)::integer from product_${table} pl where pl.${kind}_id = l.id)`;
  const form = defineAdminForm({
    ...{ name: `catalog-terms.save-${kind}`, path: `${path}/:id`, requires: 'products.write', subject: kind },
    description: `Creates a ${kind}, or changes one. Its earlier address leads to the new one.`,
    ...{ create: words.create, back },
    fields: ({ t }, _label: ListedLabel | null) => ({
      name: line({ label: t(texts.name), required: true, max: 200 }),
      slug: line({ label: t(texts.slug), hint: t(texts.slugHint), max: 200 }),
      description: richText({ label: t(texts.description), max: 20_000 }),
    }),
    load: async (_shop, db, id, { isLocking }) => {
      if (id === null) return { values: { name: '', slug: '', description: '' }, subject: null, label: '' };
      const label = await rules.find(db, id, isLocking);
      return (
        label && {
          values: { name: label.name, slug: label.slug, description: label.description },
          subject: { ...label, products: 0 },
          label: label.name,
        }
      );
    },
    save: async (shop, tx, values, { id }) => {
      const saved = await rules.save(shop, tx, id, values);
      if (saved.ok) return saved;
      const field = saved.code === 'SLUG_TAKEN' ? 'slug' : 'name';
      return { ok: false, problems: [{ field, message: shop.t(texts[saved.code]) }] };
    },
    layout: [{ title: texts.basics, fields: ['name', 'slug', 'description'] }],
  });
  const list = defineAdminList<ListedLabel>({
    ...{ name: `catalog-terms.${table}`, path, requires: 'products.read' },
    texts: { title: words.title, lead: words.lead, count: words.count, empty: words.empty },
    source: {
      ...{
        from: sql.raw(`${table} l`),
        id: sql`l.id`,
        select: sql.raw(`l.id, l.name, l.slug, '' as description, ${countSql} as products`),
      },
      sorts: {
        name: {
          ...{ title: texts.alphabetical, reversedTitle: texts.reversed },
          ...{ by: sql`lower(l.name)`, type: 'text', direction: 'asc' },
        },
      },
      allowedFullScans: { [table]: 'A shop has some hundreds of them.' },
    },
    columns: {
      name: { title: texts.name, cell: ({ name }) => name, onPhone: 'title', sort: 'name' },
      slug: { title: texts.slug, cell: ({ slug }) => <a href={words.toPath(slug)}>{slug}</a>, csv: ({ slug }) => slug },
      products: { title: texts.products, cell: ({ products }) => products, align: 'end', onPhone: 'value' },
    },
    filters: {
      alike: {
        ...{ kind: 'flag', title: texts.alike, isPromoted: true },
        where: (isSet: boolean) => {
          const others = sql.raw(
            `exists (select from ${table} o where name_key(o.name) = name_key(l.name) and o.id <> l.id)`,
          );
          return isSet ? others : sql`not ${others}`;
        },
      },
    },
    search: { title: texts.searchName, sample: 'bowl', fuzzy: (text) => contains(sql`l.name`, text) },
    views: [{ id: 'alike', text: texts.alike, filters: { alike: 'yes' } }],
    open: ({ id }) => getFormPath(form, id),
    create: { text: words.create, path: getFormPath(form, null), requires: 'products.write' },
  });
  const factsPanel: AdminPanel<ListedLabel> = {
    ...{ id: 'facts', title: words.one, column: 'side' },
    render: ({ t }, { slug, products }) => (
      <>
        <FactsList facts={[{ label: t(texts.products), value: String(products) }]} />
        <p>
          <a href={words.toPath(slug)}>{t(texts.view)}</a>
        </p>
      </>
    ),
  };
  const record = defineAdminRecord<ListedLabel>({
    ...{ name: `catalog-terms.${kind}`, path: `${path}/:id`, requires: 'products.read', subject: kind, back },
    load: async (_shop, db, id) => {
      const label = await rules.find(db, id);
      return label && { ...label, products: await rules.countProducts(db, id) };
    },
    head: ({ t }, { name, products }) => ({ title: name, facts: t(texts.productCount, { count: products }) }),
    ...{ form, panels: [factsPanel] },
    operations: defineRemovals<ListedLabel>({
      ...{ kind, picker: createPicker(table), find: rules.find, countProducts: rules.countProducts },
      remove: async (shop, tx, id, into) => {
        const products = await rules.remove(shop, tx, id, into);
        return products === null ? { ok: false, code: 'GONE', message: shop.t(texts.GONE) } : { ok: true, products };
      },
    }),
  });
  const auditKind = {
    ...{ kind, text: words.one },
    page: { requires: 'products.read', path: (id: string) => getRecordPath(record, id) },
  };
  return { list, record, auditKind };
}

export const tagScreens = defineLabelScreens('tags', {
  ...{ title: texts.tags, lead: texts.tagsLead, count: texts.tagCount, empty: texts.noTags, one: texts.tag },
  ...{ create: texts.newTag, toPath: tagPath },
});

export const brandScreens = defineLabelScreens('brands', {
  ...{ title: texts.brands, lead: texts.brandsLead, count: texts.brandCount, empty: texts.noBrands, one: texts.brand },
  ...{ create: texts.newBrand, toPath: brandPath },
});
