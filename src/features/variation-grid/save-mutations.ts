import { z } from 'zod';
import { type AdjustmentReason, adjustmentReasons } from '#features/inventory/index.ts';
import { isRequestKey, readRequestIdentity } from '#platform/admin/audit/done-requests.ts';
import { largeFormBody, readAll, readSingleLine } from '#platform/forms/read-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { normaliseLine } from '#platform/input/normalise-text.ts';
import { defineMutation, type MutationCall } from '#platform/mutations/mutation.ts';
import { type CellChanges, columnNames, maxCellLength, maxNoteLength, requestKeyField } from './contract.ts';
import { gridErrors } from './errors.ts';
import { createGridPage, getGridPath, readProductId, type TypedPage, writeProducts } from './grid-page.tsx';
import { type SavedCells, saveCells } from './save-cells.ts';

const cellText = z.string().max(maxCellLength);
/** Ids in the database are 32-bit integers. */
const cell = z.tuple([z.int().min(1).max(2_147_483_647), cellText, cellText]).readonly();
const changes = z
  .partialRecord(z.enum(columnNames), z.array(cell).max(10_000))
  .describe('By column: id of the variation, the text that its cell was seen with, and the new one.');

const reason = z.enum(adjustmentReasons).default('corrected').describe('Why stock was changed.');

const row = z.strictObject({
  id: z.int(),
  label: z.string(),
  options: z.array(z.string()),
  image: z.string().nullable(),
  cells: z.array(z.string()),
});

const run = async (
  call: MutationCall,
  sent: {
    readonly changes: CellChanges;
    readonly reason: AdjustmentReason;
    readonly note: string;
    readonly requestKey?: string;
  },
) => {
  const productId = readProductId(call.request.params);
  const { requestKey = '', ...cells } = sent;
  const input = JSON.stringify({ productId, ...cells });
  const request = isRequestKey(requestKey) ? { requestKey, input } : readRequestIdentity(call.request, input);
  return saveCells(call.shop, { productId, ...cells, request }, await call.getActor());
};

const listProblems = (failure: Extract<SavedCells, { readonly ok: false }>) =>
  'cells' in failure ? failure.cells : [];

export const saveCellsMutation = defineMutation({
  name: 'variation-grid.save-cells',
  description:
    'Saves changed cells of the variations of a product, all or none. The header Idempotency-Key names a call that is done once.',
  requires: writeProducts,
  errors: gridErrors,
  schema: z.strictObject({ changes, reason, note: z.string().max(maxNoteLength).default('').transform(normaliseLine) }),
  run,
  problems: listProblems,
  json: {
    path: () => getGridPath(':id'),
    method: 'PUT',
    response: z.strictObject({ cells: z.int(), rows: z.array(row) }),
    success: (_call, { cells, rows }) => ({
      cells,
      rows: rows.map((each) => ({ ...each, options: [...each.options], cells: [...each.cells] })),
    }),
  },
});

/**
 * Texts of one row as the form was rendered, sent as JSON: they name the row's columns, since an unticked checkbox
 * sends nothing.
 */
const seenCells = z.partialRecord(z.enum(columnNames), cellText);

/** Reads a page of rows from fields such as `seen.12` and `cell.12.sku`. */
function readTypedPage(form: FormBody): TypedPage {
  const rows = Object.keys(form).flatMap((key) => {
    const id = Number(/^seen\.([1-9]\d{0,8})$/.exec(key)?.[1] ?? 0);
    const seen = id === 0 ? null : seenCells.safeParse(parseJson(readAll(form, key)[0] ?? ''));
    return seen?.success ? [{ id, seen: seen.data }] : [];
  });
  const typed = rows.map(({ id, seen }) => ({
    ...{ id, seen },
    typed: Object.fromEntries(
      columnNames
        .filter((name) => seen[name] !== undefined)
        .map((name) => [name, readSingleLine(form, `cell.${id}.${name}`).slice(0, maxCellLength)]),
    ),
  }));
  const query = readSingleLine(form, 'query').slice(0, 2_000);
  const sent = reason.safeParse(readSingleLine(form, 'reason'));
  const note = readSingleLine(form, 'note').slice(0, maxNoteLength);
  const requestKey = readSingleLine(form, requestKeyField);
  return { rows: typed, query, reason: sent.success ? sent.data : 'corrected', note, requestKey };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function toChanges({ rows }: TypedPage): CellChanges {
  const cells = rows.flatMap(({ id, seen, typed }) =>
    columnNames
      .filter((name) => (seen[name] ?? '') !== (typed[name] ?? ''))
      .map((name) => [name, [id, seen[name] ?? '', typed[name] ?? '']] as const),
  );
  return Object.fromEntries(
    columnNames.map((name) => [name, cells.filter(([column]) => column === name).map(([, sent]) => sent)]),
  );
}

export const savePageMutation = defineMutation({
  name: 'variation-grid.save-page',
  description: 'Saves what was changed on one page of the variations of a product, all or nothing.',
  requires: writeProducts,
  errors: gridErrors,
  schema: largeFormBody.transform(readTypedPage),
  run: (call, page) => {
    const { reason: why, note, requestKey } = page;
    return run(call, { changes: toChanges(page), reason: why, note, requestKey });
  },
  form: {
    path: getGridPath(':id'),
    success: ({ request }, _saved, { query }) => ({
      redirectTo: `${getGridPath(readProductId(request.params))}?${new URLSearchParams(query)}`,
      notices: [{ code: 'saved' }],
    }),
    failure: async (call, failure, typed) => {
      const page = await createGridPage(call, { productId: readProductId(call.request.params), typed, failure });
      if (page === null) throw new Error('a product without grid has no page');
      return { page };
    },
  },
});
