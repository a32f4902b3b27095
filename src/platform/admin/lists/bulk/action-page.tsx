import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Shop } from '#platform/features/shop.ts';
import type { FormProblem, FormState } from '#platform/forms/field.ts';
import { FormFields, FormProblems } from '#platform/forms/form-fields.tsx';
import { toForm } from '#platform/forms/show-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { type PrivateView, renderPrivatePage } from '#platform/http/private-page.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import { getActor, isPermitted } from '#platform/sessions/actor.ts';
import { AdminPage, PageHead } from '#ui/admin/page-head.tsx';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { type ListView, linkTo, listPaths } from '../page/list-view.ts';
import { formatCount } from '../page/rows.tsx';
import { listTexts as texts } from '../texts.ts';
import { type ActionFields, askedField, createActionFields, loadInputRecords } from './action-input.ts';
import {
  type ActionPlan,
  type ActionTarget,
  findSelection,
  type MarkedRows,
  maxNamed,
  planAction,
} from './selection.ts';

/**
 * Shows what an action will do, how many rows it will change, and which rows it will skip and why. Changes nothing.
 */
export async function showActionPage(shop: Shop, target: ActionTarget, request: FastifyRequest, reply: FastifyReply) {
  const actor = await getActor(shop, request);
  if (!isPermitted(actor, target.list.requires)) return reply.callStatusPage(403);
  const given = new URLSearchParams(request.url.slice(request.url.indexOf('?')));
  const asked = {
    ids: given.getAll('id'),
    isAll: given.has('all'),
    from: given.get('from') ?? '',
    seen: given.get('seen') ?? '',
  };
  const { view, rows } = await findSelection(shop, target, actor, asked);
  return renderPrivatePage(shop, request, reply, await renderAction(shop, { view, rows }));
}

export interface ActionView {
  readonly view: ListView;
  /** The selected rows, or a text about a wrong selection. */
  readonly rows: MarkedRows | string;
  /** The number of rows that the person has confirmed, when the number has changed since. */
  readonly confirmed?: number;
  readonly form?: FormBody;
  readonly problems?: readonly FormProblem[];
}

export async function renderAction(shop: Shop, shown: ActionView): Promise<PrivateView> {
  const { view, rows, confirmed, problems = [] } = shown;
  const { t } = shop;
  const isProblem = typeof rows === 'string';
  const title = isProblem ? t(view.list.texts.title) : t(rows.action.text);
  const back = { href: linkTo(view, { cursor: view.state.cursor }), text: t(view.list.texts.title) };
  const body = (
    <AdminPage width="text">
      <PageHead title={title} back={back} />
      {isProblem && <Notice kind="error">{rows}</Notice>}
      {!isProblem && confirmed !== undefined && <CountChanged {...{ shop, rows, confirmed }} />}
      <FormProblems state={{ t, problems }} />
      {!isProblem && <Confirmation {...(await prepareConfirmation(shop, rows, shown))} />}
    </AdminPage>
  );
  const status = isProblem || problems.length > 0 ? 422 : confirmed === undefined ? 200 : 409;
  return { layout: 'admin', title, body, status };
}

interface ConfirmationProps {
  readonly shop: Shop;
  readonly plan: ActionPlan;
  readonly fields: ActionFields;
  readonly state: FormState;
}

async function prepareConfirmation(
  shop: Shop,
  rows: MarkedRows,
  { form, problems }: ActionView,
): Promise<ConfirmationProps> {
  const plan = await planAction(shop, rows);
  const fields = createActionFields(shop, plan);
  const typed = form ?? toForm(rows.action.initial?.(shop) ?? {}, fields.all, 'all.');
  const records = await loadInputRecords(shop, rows.view.context.actor, typed, fields);
  return { shop, plan, fields, state: { t: shop.t, form: typed, problems, records } };
}

function CountChanged({
  shop: { t },
  rows,
  confirmed,
}: {
  readonly shop: Shop;
  readonly rows: MarkedRows;
  readonly confirmed: number;
}) {
  const { view, ids } = rows;
  const format = (count: number) => formatCount(view.list, view.context, count, false);
  const [before, now] = [format(Number.isSafeInteger(confirmed) ? confirmed : 0), format(ids.length)];
  return (
    <Notice kind="warning" title={t(texts.countChanged)} autoFocus>
      {t(texts.countChangedText, { before, now })}
    </Notice>
  );
}

function Confirmation({ shop: { t }, plan, fields, state }: ConfirmationProps) {
  const { skips, labels, changing, rows } = plan;
  const { view, ids, action, isAll, seenAt } = rows;
  const format = (count: number) => formatCount(view.list, view.context, count, false);
  const done = changing.length;
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
          <form
            className="form-grid"
            id="input"
            method="post"
            action={listPaths(view.list.path).action(action.name)}
            data-path={view.list.path}
          >
            {/* The Enter key presses the first button, which must not be one of a field. */}
            <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
            <input type="hidden" name="from" value={view.query} />
            <input type="hidden" name="count" value={ids.length} />
            {seenAt && <input type="hidden" name="seen" value={seenAt.getTime()} />}
            {isAll && <input type="hidden" name="all" value="1" />}
            {action.perRow && <input type="hidden" name={askedField} value={changing.join(' ')} />}
            {!isAll && ids.map((id) => <input key={id} type="hidden" name="id" value={id} />)}
            <FormFields fields={fields.all} state={state} prefix="all." />
            <FormFields fields={fields.rows} state={state} prefix="rows." />
            <p className="list-confirm">
              <Button className={action.isDangerous && 'button--danger'}>
                {t(texts.confirm, { action: t(action.text), rows: format(done) })}
              </Button>
            </p>
          </form>
        </Behaviour>
      )}
    </>
  );
}
