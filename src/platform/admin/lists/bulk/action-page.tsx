import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Skip } from '#platform/admin/runs/bulk-action.ts';
import { type RunSubjects, startRun } from '#platform/admin/runs/start-run.ts';
import type { Shop } from '#platform/features/shop.ts';
import { readAll, readSingleLine } from '#platform/forms/read-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { type PrivateView, renderPrivatePage } from '#platform/http/private-page.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import type { MutationCall } from '#platform/mutations/mutation.ts';
import { getActor, isPermitted } from '#platform/sessions/actor.ts';
import { AdminPage, PageHead } from '#ui/admin/page-head.tsx';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Refused } from '../errors.ts';
import { type ListView, linkTo, listPaths } from '../page/list-view.ts';
import { formatCount } from '../page/rows.tsx';
import { composeIds, maxCount } from '../statements/compose.ts';
import { listTexts as texts } from '../texts.ts';
import { type ActionTarget, findSelection, findSkips, loadLabels, type MarkedRows } from './selection.ts';

/** Skipped rows that are named. */
const maxNamed = 20;

/** Says what an action will do, to how many rows, and which it leaves as they are and why. Changes nothing. */
export async function showActionPage(shop: Shop, target: ActionTarget, request: FastifyRequest, reply: FastifyReply) {
  const actor = await getActor(shop, request);
  if (!isPermitted(actor, target.list.requires)) return reply.callStatusPage(403);
  const given = new URLSearchParams(request.url.slice(request.url.indexOf('?')));
  const asked = {
    ids: given.getAll('id'),
    isAll: given.has('all'),
    from: given.get('from') ?? '',
  };
  const { view, rows } = await findSelection(shop, target, actor, asked);
  return renderPrivatePage(shop, request, reply, await renderAction(shop, { view, rows }));
}

type ActionResult =
  | { readonly ok: true; readonly runId: number }
  | Refused<'LIST_ACTION_REFUSED'>
  | Refused<'LIST_COUNT_CHANGED'>
  | { readonly ok: false; readonly code: 'not_found' };

/** Does it, as a run. When the number of rows has changed since it was shown, says so and asks again. */
export async function confirmAction(call: MutationCall, target: ActionTarget): Promise<ActionResult> {
  const { shop, request } = call;
  const actor = await call.getActor();
  if (!isPermitted(actor, target.list.requires)) return { ok: false, code: 'not_found' };
  const body = (request.body ?? {}) as FormBody;
  const isAll = readAll(body, 'all').length > 0;
  const asked = { ids: readAll(body, 'id'), isAll, from: readSingleLine(body, 'from') };
  const { view, rows } = await findSelection(shop, target, actor, asked);
  const refuse = async (why: string): Promise<ActionResult> => {
    return { ok: false, code: 'LIST_ACTION_REFUSED', page: await renderAction(shop, { view, rows: why }) };
  };
  if (typeof rows === 'string') return refuse(rows);
  const confirmed = Number(readSingleLine(body, 'count'));
  if (rows.ids.length !== confirmed)
    return { ok: false, code: 'LIST_COUNT_CHANGED', page: await renderAction(shop, { view, rows, confirmed }) };
  const subjects: RunSubjects = isAll
    ? { query: composeIds(target.list, rows.selection, maxCount), confirmed }
    : { ids: rows.ids };
  const started = await startRun(shop, actor, { action: rows.action.name, subjects });
  return started.ok ? { ok: true, runId: started.run.id } : refuse(shop.t(texts.nothingToDo));
}

interface ActionView {
  readonly view: ListView;
  /** Or what is wrong. */
  readonly rows: MarkedRows | string;
  /** The number that somebody has confirmed, when it is another one now. */
  readonly confirmed?: number;
}

async function renderAction(shop: Shop, shown: ActionView): Promise<PrivateView> {
  const { view, rows, confirmed } = shown;
  const { t } = shop;
  const isProblem = typeof rows === 'string';
  const title = isProblem ? t(view.list.texts.title) : t(rows.action.text);
  const skips = isProblem ? [] : await findSkips(shop, rows);
  const labels = isProblem
    ? new Map()
    : await loadLabels(
        shop,
        rows,
        skips.slice(0, maxNamed).map(({ id }) => id),
      );
  const back = { href: linkTo(view, { cursor: view.state.cursor }), text: t(view.list.texts.title) };
  const body = (
    <AdminPage width="text">
      <PageHead title={title} back={back} />
      {isProblem && <Notice kind="error">{rows}</Notice>}
      {!isProblem && confirmed !== undefined && <CountChanged {...{ shop, rows, confirmed }} />}
      {!isProblem && <Confirmation {...{ shop, rows, skips, labels }} />}
    </AdminPage>
  );
  const status = isProblem ? 422 : confirmed === undefined ? 200 : 409;
  return { layout: 'admin', title, body, status };
}

interface ConfirmationProps {
  readonly shop: Shop;
  readonly rows: MarkedRows;
  readonly skips: readonly Skip[];
  readonly labels: ReadonlyMap<number, string>;
}

function CountChanged({
  shop: { t },
  rows,
  confirmed,
}: Pick<ConfirmationProps, 'shop' | 'rows'> & { readonly confirmed: number }) {
  const { view, ids } = rows;
  const format = (count: number) => formatCount(view.list, view.context, count, false);
  const [before, now] = [format(Number.isSafeInteger(confirmed) ? confirmed : 0), format(ids.length)];
  return (
    <Notice kind="warning" title={t(texts.countChanged)} autoFocus>
      {t(texts.countChangedText, { before, now })}
    </Notice>
  );
}

function Confirmation({ shop: { t }, rows, skips, labels }: ConfirmationProps) {
  const { view, ids, action, isAll } = rows;
  const format = (count: number) => formatCount(view.list, view.context, count, false);
  const done = ids.length - new Set(skips.map(({ id }) => id)).size;
  return (
    <>
      <p className="lead">{t(texts.willChange, { rows: format(done), all: format(ids.length) })}</p>
      {skips.length > 0 && (
        <>
          <p>{t(texts.willSkip, { count: skips.length })}:</p>
          <ul>
            {skips.slice(0, maxNamed).map(({ id, message }) => (
              <li key={id}>
                {labels.get(id) ?? `#${id}`}: {message}
              </li>
            ))}
            {skips.length > maxNamed && <li>{t(texts.andMore, { count: skips.length - maxNamed })}</li>}
          </ul>
        </>
      )}
      {done === 0 ? (
        <Notice kind="info">{t(texts.nothingToDo)}</Notice>
      ) : (
        <Behaviour of="platform/admin/lists/confirm">
          <form method="post" action={listPaths(view.list.path).action(action.name)} data-path={view.list.path}>
            <input type="hidden" name="from" value={view.query} />
            <input type="hidden" name="count" value={ids.length} />
            {isAll && <input type="hidden" name="all" value="1" />}
            {!isAll && ids.map((id) => <input key={id} type="hidden" name="id" value={id} />)}
            <Button>{t(texts.confirm, { action: t(action.text), rows: format(done) })}</Button>
          </form>
        </Behaviour>
      )}
    </>
  );
}
