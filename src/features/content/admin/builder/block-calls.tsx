import { renderToStaticMarkup } from 'react-dom/server';
import { z } from 'zod';
import { getBlockTypes } from '#features/content/blocks/block-types.ts';
import { renderEachBlock } from '#features/content/blocks/render-blocks.tsx';
import { blockShape, readValues } from '#features/content/blocks/tree.ts';
import { FormFields } from '#platform/forms/form-fields.tsx';
import { readForm, updateForm } from '#platform/forms/read-form.ts';
import { loadRecords, toForm } from '#platform/forms/show-form.ts';
import { callErrors } from '#platform/http/errors.ts';
import { defineMutation, type Mutation } from '#platform/mutations/mutation.ts';
import { blockFieldsPath, fieldPrefix, maxRendered, renderBlocksPath } from './contract.shared.ts';

/** Renders blocks without children as shoppers would see them. It writes nothing. */
const renderBlocksCall = defineMutation({
  name: 'content.render-blocks',
  description: 'Renders blocks that are not saved, for the page builder.',
  requires: 'content.write',
  schema: z.strictObject({ blocks: z.array(blockShape.omit({ children: true })).max(maxRendered) }),
  run: async ({ shop, request }, { blocks }) => {
    const [path = '/'] = request.url.split('?', 1);
    return { ok: true, html: await renderEachBlock(shop, shop.renderContext(path), blocks) } as const;
  },
  json: {
    path: () => renderBlocksPath,
    response: z.strictObject({
      html: z.record(z.string(), z.string()).describe('By the id of the block; empty for one that shows nothing'),
    }),
    success: (_call, { html }) => ({ html: Object.fromEntries(html) }),
  },
});

const maxField = 200_000;

/** Returns the fields of a block as HTML, and the values that were typed into them. It writes nothing. */
const blockFieldsCall = defineMutation({
  name: 'content.block-fields',
  description: 'Shows the fields of a block and reads what was typed into them, for the page builder.',
  requires: 'content.write',
  schema: z.strictObject({
    type: z.string().max(60),
    values: z.record(z.string().max(60), z.unknown()),
    form: z
      .record(z.string().max(200), z.union([z.string().max(maxField), z.array(z.string().max(maxField)).max(500)]))
      .nullable()
      .describe('What the controls have; null: they show the values'),
  }),
  errors: { title: callErrors.title, codes: { not_found: callErrors.codes.not_found } },
  run: async ({ shop, getActor }, { type, values, form }) => {
    const definition = getBlockTypes(shop).get(type);
    if (!definition) return { ok: false, code: 'not_found' };
    const { t, db } = shop;
    const fields = definition.fields(shop);
    const shown = form ?? toForm(readValues(shop, definition, { values }) ?? definition.initial, fields, fieldPrefix);
    const updated = updateForm(shown, fields, fieldPrefix);
    const typed = updated ?? shown;
    const read = readForm({ t, form: typed }, fields, fieldPrefix);
    const records = await loadRecords({ shop, db, actor: await getActor() }, typed, fields, fieldPrefix);
    const state = { t, form: typed, records, problems: form && !updated ? read.problems : [] };
    const html = renderToStaticMarkup(<FormFields fields={fields} state={state} prefix={fieldPrefix} />);
    return { ok: true, html, values: read.problems.length > 0 ? null : read.value };
  },
  json: {
    path: () => blockFieldsPath,
    response: z.strictObject({
      html: z.string(),
      values: z.record(z.string(), z.unknown()).nullable().describe('Null while something is wrong'),
    }),
    success: (_call, { html, values }) => ({ html, values: values as Record<string, unknown> | null }),
  },
});

export const builderMutations: readonly Mutation[] = [renderBlocksCall, blockFieldsCall];
