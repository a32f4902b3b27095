import { categoryPicker, productPicker } from '#features/catalog/index.ts';
import { sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FieldRecord, RecordOption, RecordPicker } from '#platform/forms/field.ts';
import { choice, line, number, record } from '#platform/forms/kinds.ts';
import { type BlockDefinition, defineBlock } from '../blocks/block.ts';
import { linkAddress } from '../blocks/kinds/fields.ts';
import { menuTexts as texts } from './texts.ts';

const nameTargets = sqlQuery<Pick<RecordOption, 'id' | 'label'>>(
  'content.name-menu-targets',
  `select id, title as label from content_entries where kind in ('page', 'post', 'home') and id = any($1::integer[]) order by title, id`,
);
const findTargets = sqlQuery<Pick<RecordOption, 'id' | 'label'>>(
  'content.find-menu-targets',
  `select id, title as label from content_entries
  where kind in ('page', 'post', 'home') and locale = $1 and title ilike '%' || $2 || '%' order by title, id limit 20`,
);

export const menuTargetPicker: RecordPicker = {
  load: ({ db }, ids) => nameTargets(db, [ids]),
  search: ({ db, shop }, query) => findTargets(db, [shop.choices.locale, query.replace(/[\\%_]/g, '\\$&')]),
};

/** Fields of a link's target: the first one that has a value counts. */
const target = (shop: Shop) => ({
  text: line({ label: shop.t(texts.menuLinkText), hint: shop.t(texts.menuLinkTextHint), max: 100 }),
  entry: record({ label: shop.t(texts.menuToEntry), picker: menuTargetPicker }),
  category: record({ label: shop.t(texts.menuToCategory), picker: categoryPicker }),
  product: record({ label: shop.t(texts.menuToProduct), picker: productPicker }),
  href: linkAddress(shop, { label: shop.t(texts.menuToAddress), width: undefined }),
});
const noTarget = { text: '', entry: null, category: null, product: null, href: '' } as const;

/** Defines a block that `resolveMenu` turns into links and texts. The block itself renders nothing. */
const defineMenuBlock = <const Own extends FieldRecord>(definition: Omit<BlockDefinition<Own, undefined>, 'render'>) =>
  defineBlock({ ...definition, render: () => null });

const defineLink = (definition: Pick<BlockDefinition, 'name' | 'text' | 'stands' | 'takes'>) =>
  defineMenuBlock({
    ...{ ...definition, fields: target, initial: noTarget },
    toSummary: ({ text, href }) => text || href,
  });

const linkBlock = defineLink({ name: 'menu-link', text: texts.menuLink, stands: 'menu-item' });
const groupBlock = defineLink({ name: 'menu-group', text: texts.menuGroup, stands: 'menu', takes: 'menu-items' });
const panelBlock = defineLink({ name: 'menu-panel', text: texts.menuPanel, stands: 'menu', takes: 'menu-columns' });

const defineHeading = (definition: Pick<BlockDefinition, 'name' | 'text' | 'stands' | 'takes'>) =>
  defineMenuBlock({
    ...definition,
    fields: ({ t }) => ({ title: line({ label: t(texts.menuTitle), max: 100 }) }),
    initial: { title: '' },
    toSummary: ({ title }) => title,
  });

const columnBlock = defineHeading({
  ...{ name: 'menu-column', text: texts.menuColumn, stands: 'menu-column', takes: 'menu-items' },
});
const headingBlock = defineHeading({ name: 'menu-heading', text: texts.menuHeading, stands: 'menu-part' });

/** The categories of the top level, including those that are added later. */
const categoriesBlock = defineMenuBlock({
  name: 'menu-categories',
  text: texts.menuCategories,
  fields: ({ t }) => ({
    count: number({
      ...{ label: t(texts.menuCount), hint: t(texts.menuCountHint), required: true, min: 1, max: 60, width: 'half' },
    }),
  }),
  initial: { count: 6 },
  stands: 'menu-item',
  toSummary: ({ count }) => String(count),
});

const places = ['help', 'legal'] as const;
const placeTexts = { help: texts.menuHelp, legal: texts.menuLegal };

/** The pages whose footer section is the chosen one. */
const pagesBlock = defineMenuBlock({
  name: 'menu-pages',
  text: texts.menuPages,
  fields: ({ t }) => ({
    place: choice({
      ...{ label: t(texts.menuPlace), required: true },
      options: places.map((value) => ({ value, label: t(placeTexts[value]) })),
    }),
  }),
  initial: { place: 'help' },
  stands: 'menu-part',
  toSummary: ({ place }) => place,
});

/** The postal address and email address of the shop, and its contact forms. */
const contactBlock = defineMenuBlock({
  name: 'menu-contact',
  text: texts.menuContact,
  fields: () => ({}),
  initial: {},
  stands: 'menu-part',
});

export const menuBlocks: readonly BlockDefinition[] = [
  linkBlock,
  groupBlock,
  panelBlock,
  columnBlock,
  headingBlock,
  categoriesBlock,
  pagesBlock,
  contactBlock,
];
