import { sql } from 'drizzle-orm';
import {
  type AttributeTerm,
  checkAttributeRemoval,
  checkTermRemoval,
  countAttributeProducts,
  countTermProducts,
  findSharedAttribute,
  findTerm,
  listCommonValues,
  type RemoveAttributeResult,
  type RemoveTermResult,
  removeAttribute,
  removeTerm,
  type SharedAttribute,
  saveAttribute,
  saveTerm,
} from '#features/catalog/index.ts';
import { media, mediaFileLimits } from '#features/media-library/index.ts';
import { adminPath } from '#platform/admin/contract.ts';
import { defineAdminForm, getFormPath } from '#platform/admin/forms/form.ts';
import { contains } from '#platform/admin/lists/filter.ts';
import { defineAdminList } from '#platform/admin/lists/list.ts';
import { defineAdminRecord } from '#platform/admin/records/record.ts';
import type { Shop } from '#platform/features/shop.ts';
import { choice, line, number, record, text } from '#platform/forms/kinds.ts';
import { getListFormat } from '#platform/texts/formats.ts';
import { createPicker, toPictures } from './pickers.ts';
import { defineRemovals } from './removals.ts';
import { termTexts as texts } from './texts.ts';

const attributesPath = adminPath('attributes');
const termsPath = adminPath('attribute-values');
const backToAttributes = { path: attributesPath, text: texts.attributes };
const backToTerms = { path: termsPath, text: texts.terms };
const attributePicker = createPicker('attributes');

const createPosition = ({ t }: Shop) =>
  number({ label: t(texts.position), hint: t(texts.positionHint), min: 0, max: 100_000, width: 'half' });

const refuse = ({ t }: Shop, refused: Extract<RemoveTermResult | RemoveAttributeResult, { readonly ok: false }>) => ({
  code: refused.code,
  message: t(texts[refused.code], { products: 'products' in refused ? refused.products.join(', ') : '' }),
});

const attributeForm = defineAdminForm({
  ...{ name: 'catalog-terms.save-attribute', path: `${attributesPath}/:id`, requires: 'products.write' },
  description: 'Creates an attribute that all products share, or changes one.',
  ...{ subject: 'attribute', create: texts.newAttribute, back: backToAttributes },
  fields: (shop, _attribute: SharedAttribute | null) => ({
    name: line({ label: shop.t(texts.name), required: true, max: 200 }),
    slug: line({ label: shop.t(texts.slug), hint: shop.t(texts.termSlugHint), max: 200 }),
    kind: choice({
      ...{ label: shop.t(texts.kind), required: true, width: 'half' },
      options: (['select', 'swatch'] as const).map((value) => ({ value, label: shop.t(texts[value]) })),
    }),
    position: createPosition(shop),
  }),
  load: async (_shop, db, id, { isLocking }) => {
    if (id === null) return { values: { name: '', slug: '', kind: 'select', position: 0 }, subject: null, label: '' };
    const attribute = await findSharedAttribute(db, id, isLocking);
    return attribute && { values: attribute, subject: attribute, label: attribute.name };
  },
  save: async (shop, tx, { name, slug, kind, position }, { id }) => {
    const values = { name, slug, kind: kind || 'select', position: position ?? 0 } as const;
    const saved = await saveAttribute(shop, tx, id, values);
    if (saved.ok) return saved;
    const field = saved.code === 'SLUG_TAKEN' ? 'slug' : 'name';
    return { ok: false, problems: [{ field, message: shop.t(texts[saved.code]) }] };
  },
  layout: [{ title: texts.basics, fields: ['name', 'slug', 'kind', 'position'] }],
});

export const attributeList = defineAdminList<SharedAttribute & { readonly terms: number }>({
  ...{ name: 'catalog-terms.attributes', path: attributesPath, requires: 'products.read' },
  texts: {
    title: texts.attributes,
    lead: texts.attributesLead,
    count: texts.attributeCount,
    empty: texts.noAttributes,
  },
  source: {
    ...{ from: sql`attributes a`, id: sql`a.id`, where: () => sql`a.product_id is null` },
    select: sql`a.id, a.name, a.slug, a.kind, a.position, (select count(*)::integer from attribute_terms t where t.attribute_id = a.id) as terms`,
    sorts: {
      place: { title: texts.position, by: sql`a.position`, type: 'bigint', direction: 'asc' },
      name: {
        title: texts.alphabetical,
        reversedTitle: texts.reversed,
        by: sql`lower(a.name)`,
        type: 'text',
        direction: 'asc',
      },
    },
    allowedFullScans: { attributes: 'A shop has some hundreds of them.' },
  },
  columns: {
    name: { title: texts.name, cell: ({ name }) => name, onPhone: 'title', sort: 'name' },
    slug: { title: texts.slug, cell: ({ slug }) => slug },
    kind: { title: texts.kind, cell: ({ kind }, { t }) => t(texts[kind]) },
    terms: {
      ...{ title: texts.terms, align: 'end', onPhone: 'value', csv: ({ terms }: { terms: number }) => String(terms) },
      cell: ({ id, terms }) => <a href={`${termsPath}?attribute=${id}`}>{terms}</a>,
    },
  },
  filters: {
    alike: {
      ...{ kind: 'flag', title: texts.alike, isPromoted: true },
      where: (isSet: boolean) => sql`${sql.raw(isSet ? '' : 'not ')}exists (
        select from attributes o where o.product_id is null and name_key(o.name) = name_key(a.name) and o.id <> a.id)`,
    },
  },
  views: [{ id: 'alike', text: texts.alike, filters: { alike: 'yes' } }],
  open: ({ id }) => getFormPath(attributeForm, id),
  create: { text: texts.newAttribute, path: getFormPath(attributeForm, null), requires: 'products.write' },
});

export const attributeRecord = defineAdminRecord<SharedAttribute>({
  ...{ name: 'catalog-terms.attribute', path: `${attributesPath}/:id`, requires: 'products.read' },
  ...{ subject: 'attribute', back: backToAttributes, form: attributeForm },
  load: (_shop, db, id) => findSharedAttribute(db, id),
  head: ({ t }, { id, name }) => ({
    title: name,
    facts: <a href={`${termsPath}?attribute=${id}`}>{t(texts.termsOf)}</a>,
  }),
  panels: [],
  operations: defineRemovals<SharedAttribute>({
    ...{ kind: 'attribute', picker: attributePicker, find: findSharedAttribute, countProducts: countAttributeProducts },
    check: async (shop, db, id, into) => {
      const checked = await checkAttributeRemoval(db, id, into);
      return checked.ok ? null : refuse(shop, checked);
    },
    note: async ({ t, choices }, db, id, into) => {
      const values = await listCommonValues(db, id, into);
      return t(texts.commonValues, { count: values.length, names: getListFormat(choices.locale, {}).format(values) });
    },
    remove: async (shop, tx, id, into) => {
      const removed = await removeAttribute(shop, tx, id, into);
      return removed.ok ? removed : { ok: false, ...refuse(shop, removed) };
    },
  }),
});

const termForm = defineAdminForm({
  ...{ name: 'catalog-terms.save-term', path: `${termsPath}/:id`, requires: 'products.write' },
  description: 'Creates a value of an attribute, or changes one. A value stays with its attribute.',
  ...{ subject: 'attribute-term', create: texts.newTerm, back: backToTerms, files: mediaFileLimits },
  fields: (shop, term: AttributeTerm | null) => ({
    ...(term === null && {
      attribute: record({ label: shop.t(texts.attribute), required: true, picker: attributePicker }),
    }),
    name: line({ label: shop.t(texts.name), required: true, max: 200 }),
    slug: line({ label: shop.t(texts.slug), hint: shop.t(texts.termSlugHint), max: 200 }),
    swatch: line({ label: shop.t(texts.color), hint: shop.t(texts.colorHint), max: 7, width: 'half' }),
    image: media(shop, {
      label: shop.t(texts.swatchPicture),
      hint: shop.t(texts.swatchPictureHint),
      max: 1,
      requires: 'products.write',
    }),
    position: createPosition(shop),
    description: text({ label: shop.t(texts.description), max: 2000 }),
  }),
  load: async (_shop, db, id, { isLocking }) => {
    const nothing = { name: '', slug: '', swatch: '', image: [], position: 0, description: '' };
    if (id === null) return { values: { ...nothing, attribute: null }, subject: null, label: '' };
    const term = await findTerm(db, id, isLocking);
    const values = term && { ...term, swatch: term.swatch ?? '', image: toPictures(term.imageId) };
    return values && { values, subject: term, label: term.name };
  },
  save: async (shop, tx, values, { id, subject }) => {
    const { name, slug, position, description } = values;
    const swatch = values.swatch.trim().toLowerCase();
    if (swatch !== '' && !/^#[0-9a-f]{6}$/.test(swatch))
      return { ok: false, problems: [{ field: 'swatch', message: shop.t(texts.colorInvalid) }] };
    const attributeId = subject?.attributeId ?? values.attribute ?? 0;
    const [imageId = null] = values.image;
    const term = { attributeId, name, slug, description, swatch: swatch || null, imageId, position: position ?? 0 };
    const saved = await saveTerm(shop, tx, id, term);
    if (saved.ok) return saved;
    const fields = { NAME_TAKEN: 'name', SLUG_TAKEN: 'slug', GONE: 'attribute', PICTURE_GONE: 'image' } as const;
    const field = fields[saved.code];
    return { ok: false, problems: [{ field, message: shop.t(texts[saved.code]) }] };
  },
});

type ListedTerm = AttributeTerm & { readonly attribute: string; readonly products: number };

export const termList = defineAdminList<ListedTerm>({
  ...{ name: 'catalog-terms.terms', path: termsPath, requires: 'products.read' },
  texts: { title: texts.terms, lead: texts.termsLead, count: texts.termCount, empty: texts.noTerms },
  source: {
    ...{
      from: sql`attribute_terms t join attributes a on a.id = t.attribute_id`,
      id: sql`t.id`,
      where: () => sql`a.product_id is null`,
    },
    select: sql`t.id, t.name, t.slug, t.swatch, t.position, a.name as attribute,
      (select count(*)::integer from product_attribute_terms pt where pt.term_id = t.id) as products`,
    sorts: {
      name: {
        title: texts.alphabetical,
        reversedTitle: texts.reversed,
        by: sql`lower(t.name)`,
        type: 'text',
        direction: 'asc',
      },
      place: { title: texts.position, by: sql`t.position`, type: 'bigint', direction: 'asc' },
    },
    allowedFullScans: {
      attribute_terms: 'A shop has some hundreds of them.',
      attributes: 'A shop has some hundreds of them.',
    },
  },
  columns: {
    name: { title: texts.name, cell: ({ name }) => name, onPhone: 'title', sort: 'name' },
    attribute: { title: texts.attribute, cell: ({ attribute }) => attribute },
    slug: { title: texts.slug, cell: ({ slug }) => slug },
    swatch: { title: texts.color, cell: ({ swatch }) => swatch },
    products: { title: texts.products, cell: ({ products }) => products, align: 'end', onPhone: 'value' },
  },
  filters: {
    attribute: {
      ...{ kind: 'record', title: texts.attribute, picker: attributePicker },
      where: (ids: readonly number[]) => sql`t.attribute_id = any(${sql.param(ids)}::bigint[])`,
    },
    alike: {
      ...{ kind: 'flag', title: texts.alike, isPromoted: true },
      where: (isSet: boolean) => sql`${sql.raw(isSet ? '' : 'not ')}exists (
        select from attribute_terms o where o.attribute_id = t.attribute_id and name_key(o.name) = name_key(t.name) and o.id <> t.id)`,
    },
  },
  search: { title: texts.searchName, sample: 'red', fuzzy: (typed) => contains(sql`t.name`, typed) },
  views: [{ id: 'alike', text: texts.alike, filters: { alike: 'yes' } }],
  open: ({ id }) => getFormPath(termForm, id),
  create: { text: texts.newTerm, path: getFormPath(termForm, null), requires: 'products.write' },
});

export const termRecord = defineAdminRecord<AttributeTerm & { readonly products: number }>({
  ...{ name: 'catalog-terms.term', path: `${termsPath}/:id`, requires: 'products.read' },
  ...{ subject: 'attribute-term', back: backToTerms, form: termForm },
  load: async (_shop, db, id) => {
    const term = await findTerm(db, id);
    return term && { ...term, products: await countTermProducts(db, id) };
  },
  head: ({ t }, { name, products }) => ({ title: name, facts: t(texts.productCount, { count: products }) }),
  panels: [],
  operations: defineRemovals<AttributeTerm & { readonly products: number }>({
    ...{
      kind: 'attribute-term',
      picker: createPicker('attribute_terms'),
      find: findTerm,
      countProducts: countTermProducts,
    },
    check: async (shop, db, id, into) => {
      const [from, target] = [await findTerm(db, id), into === null ? null : await findTerm(db, into)];
      const checked = from && (await checkTermRemoval(db, from, target));
      return checked?.ok === false ? refuse(shop, checked) : null;
    },
    remove: async (shop, tx, id, into) => {
      const removed = await removeTerm(shop, tx, id, into);
      return removed.ok ? removed : { ok: false, ...refuse(shop, removed) };
    },
  }),
});
