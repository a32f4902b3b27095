import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Skip } from '#platform/admin/runs/bulk-action.ts';
import { runPath } from '#platform/admin/runs/paths.ts';
import { type RunSubjects, startRun } from '#platform/admin/runs/start-run.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { seeOther } from '#platform/http/replies.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import { getActor, isPermitted } from '#platform/sessions/actor.ts';
import { AdminPage, PageHead } from '#ui/admin/page-head.tsx';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { type ListView, linkTo, listPaths } from '../page/list-view.ts';
import { formatCount } from '../page/rows.tsx';
import { composeIds, maxCount } from '../statements/compose.ts';
import { listTexts as texts } from '../texts.ts';
import {
  type ActionTarget,
  type AskedSelection,
  findSelection,
  findSkips,
  loadLabels,
  type MarkedRows,
} from './selection.ts';

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
  return renderAction(shop, request, reply, { view, rows });
}

/** Does it, as a run. When the number of rows has changed since it was shown, says so and asks again. */
export async function confirmAction(shop: Shop, target: ActionTarget, request: FastifyRequest, reply: FastifyReply) {
  const actor = await getActor(shop, request);
  if (!isPermitted(actor, target.list.requires)) return reply.callStatusPage(403);
  const body = (request.body ?? {}) as FormBody;
  const read = (name: string) => [body[name] ?? []].flat();
  const asked: AskedSelection = {
    ids: read('id'),
    isAll: read('all').length > 0,
    from: read('from')[0] ?? '',
  };
  const { view, rows } = await findSelection(shop, target, actor, asked);
  if (typeof rows === 'string') return renderAction(shop, request, reply, { view, rows });
  const confirmed = Number(read('count')[0]);
  if (rows.ids.length !== confirmed) return renderAction(shop, request, reply, { view, rows, confirmed });
  const subjects: RunSubjects = rows.isAll
    ? { query: composeIds(target.list, rows.selection, maxCount), confirmed }
    : { ids: rows.ids };
  const started = await startRun(shop, actor, { action: rows.action.name, subjects });
  if (started.ok) return seeOther(reply, runPath(started.run.id));
  return renderAction(shop, request, reply, { view, rows: shop.t(texts.nothingToDo) });
}

interface ActionView {
  readonly view: ListView;
  /** Or what is wrong. */
  readonly rows: MarkedRows | string;
  /** The number that somebody has confirmed, when it is another one now. */
  readonly confirmed?: number;
}

async function renderAction(shop: Shop, request: FastifyRequest, reply: FastifyReply, shown: ActionView) {
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
  return renderPrivatePage(shop, request, reply, { layout: 'admin', title, body, status });
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
