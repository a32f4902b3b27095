import { sqlQuery } from '#platform/database/database.ts';
import type { RecordOption, RecordPicker } from '#platform/forms/field.ts';
import { record } from '#platform/forms/kinds.ts';
import { defineBlock } from '../block.ts';
import { reusableType } from '../tree.ts';
import { blockTexts as texts } from './texts.ts';

const nameEntries = sqlQuery<Pick<RecordOption, 'id' | 'label'>>(
  'content.name-reusable',
  `select id, title as label from content_entries where kind = 'block' and id = any($1::integer[]) order by title, id`,
);
const findEntries = sqlQuery<Pick<RecordOption, 'id' | 'label'>>(
  'content.find-reusable',
  `select id, title as label from content_entries where kind = 'block' and title ilike '%' || $1 || '%' order by title, id limit 20`,
);

export const reusablePicker: RecordPicker = {
  load: ({ db }, ids) => nameEntries(db, [ids]),
  search: ({ db }, query) => findEntries(db, [query.replace(/[\\%_]/g, '\\$&')]),
};

/** Stands for the published blocks of another entry: the renderer replaces it by them. */
export const reusableBlock = defineBlock({
  name: reusableType,
  text: texts.reusable,
  fields: ({ t }) => ({ entry: record({ label: t(texts.entry), picker: reusablePicker }) }),
  initial: { entry: null },
  render: () => null,
  toSummary: ({ entry }) => (entry === null ? '' : `#${entry}`),
});
