import { asksForInput } from '#platform/admin/runs/run-input.ts';
import { type RunSubjects, startRun } from '#platform/admin/runs/start-run.ts';
import { readAll, readSingleLine } from '#platform/forms/read-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { PrivateView } from '#platform/http/private-page.ts';
import type { MutationCall } from '#platform/mutations/mutation.ts';
import { isPermitted } from '#platform/sessions/actor.ts';
import type { Refused } from '../errors.ts';
import { composeIds, maxCount } from '../statements/compose.ts';
import { listTexts as texts } from '../texts.ts';
import { createActionFields, readInput, updateInput } from './action-input.ts';
import { type ActionView, renderAction } from './action-page.tsx';
import { type ActionTarget, findSelection, type MarkedRows, planAction } from './selection.ts';

type ActionResult =
  | { readonly ok: true; readonly runId: number }
  /** A button of a field was pressed: nothing is done yet. */
  | { readonly ok: true; readonly page: PrivateView }
  | Refused<'LIST_ACTION_REFUSED' | 'LIST_COUNT_CHANGED' | 'LIST_INPUT_INVALID'>
  | { readonly ok: false; readonly code: 'not_found' };

/** Does it, as a run. When the number of rows has changed since it was shown, says so and asks again. */
export async function confirmAction(call: MutationCall, target: ActionTarget, form: FormBody): Promise<ActionResult> {
  const { shop } = call;
  const actor = await call.getActor();
  if (!isPermitted(actor, target.list.requires)) return { ok: false, code: 'not_found' };
  const isAll = readAll(form, 'all').length > 0;
  const asked = {
    ids: readAll(form, 'id'),
    isAll,
    from: readSingleLine(form, 'from'),
    seen: readSingleLine(form, 'seen'),
  };
  const { view, rows } = await findSelection(shop, target, actor, asked);
  const show = (shown: Partial<ActionView> = {}) => renderAction(shop, { view, rows, form, ...shown });
  if (typeof rows === 'string') return { ok: false, code: 'LIST_ACTION_REFUSED', page: await show() };
  const confirmed = Number(readSingleLine(form, 'count'));
  if (rows.ids.length !== confirmed) return { ok: false, code: 'LIST_COUNT_CHANGED', page: await show({ confirmed }) };
  const { action } = target;
  const run = { action: action.name, subjects: toSubjects(rows, confirmed), seenAt: rows.seenAt };
  if (asksForInput(action)) {
    const plan = await planAction(shop, rows);
    const fields = createActionFields(shop, plan);
    const updated = updateInput(form, fields);
    if (updated) return { ok: true, page: await show({ form: updated }) };
    const { input, problems } = readInput(shop, form, fields, new Set(rows.ids.map(String)));
    if (problems.length > 0) return { ok: false, code: 'LIST_INPUT_INVALID', page: await show({ problems }) };
    // Rows that it would leave as they are were asked for nothing.
    Object.assign(run, { input }, action.perRow && { subjects: { ids: plan.changing } });
  }
  const started = await startRun(shop, actor, run);
  if (started.ok) return { ok: true, runId: started.run.id };
  return { ok: false, code: 'LIST_ACTION_REFUSED', page: await show({ rows: shop.t(texts.nothingToDo) }) };
}

function toSubjects({ isAll, ids, selection, view }: MarkedRows, confirmed: number): RunSubjects {
  return isAll ? { query: composeIds(view.list, selection, maxCount), confirmed } : { ids };
}
