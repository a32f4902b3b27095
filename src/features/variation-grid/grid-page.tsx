import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type AdjustmentReason, adjustmentReasons } from '#features/inventory/index.ts';
import { getMediaPicker } from '#features/media-library/index.ts';
import { getProductPath } from '#features/product-editor/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { consumeNotices } from '#platform/http/notices.ts';
import { type PrivateView, renderPrivatePage } from '#platform/http/private-page.ts';
import { wantsJson } from '#platform/http/replies.ts';
import { sendJson } from '#platform/http/send-compressed.ts';
import { getNotation } from '#platform/input/read-number.ts';
import { Island } from '#platform/islands/island.tsx';
import { type Actor, getActor } from '#platform/sessions/actor.ts';
import { AdminPage, PageHead } from '#ui/admin/page-head.tsx';
import { Toast } from '#ui/admin/toast.tsx';
import { VariationGrid } from './admin/islands/variation-grid.tsx';
import { createGridFields, listColumnNames, listColumns } from './columns.ts';
import { type ColumnName, cellKey, type GridFilter, type GridRow, picturesSuffix, rowsPerPage } from './contract.ts';
import { filterRows } from './filter-rows.shared.ts';
import { createGridLabels } from './grid-labels.ts';
import { listPhotographs, loadGridProduct, loadVariationRows } from './load-grid.ts';
import { type SavedCells, toGridRows } from './save-cells.ts';
import { gridTexts as texts } from './texts.ts';

export const writeProducts = 'products.write';

/** @param id `:id` to get the route pattern */
export const getGridPath = (id: number | string): string => `${getProductPath(id)}/variations`;

/** @returns 0 when the path has no valid id */
export function readProductId(params: unknown): number {
  const { id = '' } = params as { readonly id?: string };
  return /^[1-9]\d{0,8}$/.test(id) ? Number(id) : 0;
}

type Texts = Readonly<Partial<Record<ColumnName, string>>>;

export interface TypedPage {
  readonly rows: readonly { readonly id: number; readonly seen: Texts; readonly typed: Texts }[];
  /** Filter and page number of the submitted page, as a query. */
  readonly query: string;
  readonly reason: AdjustmentReason;
  readonly note: string;
  readonly requestKey: string;
}

interface PageInput {
  readonly productId: number;
  readonly query?: string;
  readonly isSaved?: boolean;
  readonly typed?: TypedPage;
  readonly failure?: Extract<SavedCells, { readonly ok: false }>;
}

/** @returns null when the id is not that of a product with variations */
export async function createGridPage(
  { shop, getActor: findActor }: { readonly shop: Shop; readonly getActor: () => Promise<Actor> },
  { productId, typed, failure, query = typed?.query ?? '', isSaved = false }: PageInput,
): Promise<PrivateView | null> {
  const { t, db, choices } = shop;
  const [actor, product, stored, pictures] = await Promise.all([
    findActor(),
    loadGridProduct(db, productId),
    loadVariationRows(db, productId, null),
    listPhotographs(db, productId),
  ]);
  if (!product) return null;
  const columns = listColumns(shop, createGridFields(shop), listColumnNames(actor), pictures);
  const all = toGridRows(shop, actor, stored);
  const { filter, page } = readAddress(query, product.attributes.length);
  // Show all submitted rows again, even those that the filter would now hide.
  const sent = typed && new Set(typed.rows.map(({ id }) => id));
  const matching = sent ? all.filter(({ id }) => sent.has(id)) : filterRows(all, columns, filter);
  const pages = Math.max(1, Math.ceil(matching.length / rowsPerPage));
  const shown = Math.min(page, pages);
  const path = getGridPath(productId);
  const linkTo = (other: number) => (other >= 1 && other <= pages ? `${path}?${withPage(query, other)}` : null);
  const title = t(texts.title, { product: product.name });
  const body = (
    <AdminPage>
      <PageHead
        title={title}
        lead={t(texts.lead, { count: all.length })}
        back={{ href: getProductPath(productId), text: product.name }}
      />
      {isSaved && <Toast>{t(texts.saved)}</Toast>}
      <Island
        of={VariationGrid}
        when="load"
        props={{
          ...{ path, columns, filter, attributes: product.attributes, labels: createGridLabels(shop) },
          rows: sent ? matching : matching.slice((shown - 1) * rowsPerPage, shown * rowsPerPage),
          ...{ query: withPage(query, shown), previous: linkTo(shown - 1), next: linkTo(shown + 1) },
          pageOf: t(texts.pageOf, { page: shown, pages }),
          mark: getNotation(choices.locale).decimal ?? '.',
          ...{ typed: typed ? readTyped(typed, all, columns) : {}, reason: typed?.reason ?? 'corrected' },
          ...{
            note: typed?.note ?? '',
            reasons: adjustmentReasons.map((value) => ({ value, label: t(texts[`reason_${value}`]) })),
          },
          ...{ problems: describeFailure(shop, failure), requestKey: randomUUID() },
        }}
      />
    </AdminPage>
  );
  return { layout: 'admin', title, body, styles: 'src/features/variation-grid/variation-grid.page.css' };
}

function withPage(query: string, page: number): string {
  const read = new URLSearchParams(query);
  read.set('page', String(page));
  return read.toString();
}

function readTyped({ rows }: TypedPage, stored: readonly GridRow[], columns: readonly { readonly name: ColumnName }[]) {
  const known = new Map(stored.map((row) => [row.id, row]));
  const differing = rows.flatMap(({ id, seen, typed }) =>
    columns.flatMap(({ name }, index): (readonly [string, string])[] =>
      seen[name] !== typed[name] && known.get(id)?.cells[index] !== typed[name]
        ? [[cellKey(id, name), typed[name] ?? '']]
        : [],
    ),
  );
  return Object.fromEntries(differing);
}

function describeFailure({ t }: Shop, failure: PageInput['failure']): Readonly<Record<string, string>> {
  if (!failure || failure.code === 'not_found') return {};
  const describe = (now: string) => t(texts.conflictNow, { now });
  return Object.fromEntries(
    failure.cells.map(({ field, message }) => [
      field,
      failure.code === 'VARIATIONS_CHANGED' ? describe(message) : message,
    ]),
  );
}

function readAddress(query: string, attributes: number): { readonly filter: GridFilter; readonly page: number } {
  const read = new URLSearchParams(query);
  const only = (['unpriced', 'out'] as const).find((each) => each === read.get('only')) ?? '';
  const options = Array.from({ length: attributes }, (_, index) => read.get(`option.${index}`) ?? '');
  const page = Number(/^[1-9]\d{0,4}$/.exec(read.get('page') ?? '')?.[0] ?? 1);
  return { filter: { text: (read.get('q') ?? '').slice(0, 200), only, options }, page };
}

/** Registers the source of the picture dialog: images of the product, or search results of the media library. */
function registerPictures(app: FastifyInstance, shop: Shop): void {
  const path = `${getGridPath(':id')}${picturesSuffix}`;
  app.get(path, { config: { requires: writeProducts } }, async (request, reply) => {
    const { q = '' } = request.query as { readonly q?: string | readonly string[] };
    const query = String(q).trim().slice(0, 200);
    const context = { shop, db: shop.db, actor: await getActor(shop, request) };
    const id = readProductId(request.params);
    const pictures =
      query === '' ? await listPhotographs(shop.db, id) : await getMediaPicker(writeProducts).search(context, query);
    return sendJson(request, reply.header('cache-control', 'no-store'), { pictures });
  });
}

export function registerGridPage(app: FastifyInstance, shop: Shop): void {
  registerPictures(app, shop);
  app.get(getGridPath(':id'), { config: { requires: writeProducts } }, async (request, reply) => {
    const productId = readProductId(request.params);
    if (wantsJson(request)) {
      const actor = await getActor(shop, request);
      const rows = toGridRows(shop, actor, await loadVariationRows(shop.db, productId, null));
      return sendJson(request, reply.header('cache-control', 'no-store'), { rows });
    }
    const [notice] = consumeNotices(shop, request, reply, ['saved']);
    const query = request.url.split('?', 2)[1] ?? '';
    const call = { shop, getActor: () => getActor(shop, request) };
    const page = await createGridPage(call, { productId, query, isSaved: notice !== undefined });
    return page === null ? reply.callStatusPage(404) : renderPrivatePage(shop, request, reply, page);
  });
}
