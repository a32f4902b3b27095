import { type AdminExtension, pickExtensions } from '#platform/admin/extension.ts';
import { runPath } from '#platform/admin/runs/paths.ts';
import { asksForInput } from '#platform/admin/runs/run-input.ts';
import { type RunSubjects, startRun } from '#platform/admin/runs/start-run.ts';
import type { Feature } from '#platform/features/feature.ts';
import { largeFormBody, readAll, readSingleLine } from '#platform/forms/read-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { PrivateView } from '#platform/http/private-page.ts';
import { defineMutation, type Mutation, type MutationCall } from '#platform/mutations/mutation.ts';
import { isPermitted } from '#platform/sessions/actor.ts';
import { createActionFields, readInput, updateInput } from './bulk/action-input.ts';
import { type ActionView, renderAction } from './bulk/action-page.tsx';
import { type ActionTarget, findSelection, type MarkedRows, planAction } from './bulk/selection.ts';
import { listErrors, type Refused } from './errors.ts';
import { listPaths } from './page/list-view.ts';
import { type ResolvedList, resolveLists } from './resolved-list.ts';
import { composeIds, maxCount } from './statements/compose.ts';
import { listTexts as texts } from './texts.ts';
import { saveView } from './views/view-page.tsx';

export function listListMutations(
  features: readonly Pick<Feature, 'admin'>[],
  extensions: readonly AdminExtension[],
): readonly Mutation[] {
  const lists = features.flatMap(({ admin }) => admin?.lists ?? []);
  const resolved = resolveLists(lists, pickExtensions(extensions, 'list'));
  return [...resolved.values()].flatMap((list) => [createViewMutation(list), ...createActionMutations(list)]);
}

function createViewMutation(list: ResolvedList): Mutation {
  const [feature = '', rows = ''] = list.name.split('.');
  return defineMutation({
    name: `${feature}.save-view-of-${rows}`,
    description: 'Saves, changes or deletes a view of a list.',
    schema: largeFormBody,
    requires: list.requires,
    errors: listErrors,
    run: (call, form) => saveView(call, list, form),
    form: {
      path: listPaths(list.path).view,
      success: (_call, { redirectTo }) => ({ redirectTo }),
      // Actors without the list's permission were refused before, so they may see the page of the redirect.
      failure: (_call, failure) => ('page' in failure ? { page: failure.page } : { redirectTo: list.path }),
    },
  });
}

function createActionMutations(list: ResolvedList): Mutation[] {
  return list.actions.map((action) =>
    defineMutation({
      name: `${action.name}-in-list`,
      description: 'Begins a run of an action on the rows of a list that were marked, or on all that match.',
      schema: largeFormBody,
      requires: action.requires,
      ...(action.isDangerous ? { requiresFresh: true } : {}),
      errors: listErrors,
      run: (call, form) => confirmAction(call, { list, action }, form),
      form: {
        path: listPaths(list.path).action(action.name),
        success: (_call, result) => ('page' in result ? { page: result.page } : { redirectTo: runPath(result.runId) }),
        // Actors without the list's permission were refused before, so they may see the page of the redirect.
        failure: (_call, failure) => ('page' in failure ? { page: failure.page } : { redirectTo: list.path }),
      },
    }),
  );
}

type ActionResult =
  | { readonly ok: true; readonly runId: number }
  /** A button of a field was pressed, which only shows the page again. */
  | { readonly ok: true; readonly page: PrivateView }
  | Refused<'LIST_ACTION_REFUSED' | 'LIST_COUNT_CHANGED' | 'LIST_INPUT_INVALID'>
  | { readonly ok: false; readonly code: 'not_found' };

/** Starts the action as a run. If the number of rows has changed since the page was shown, asks again instead. */
async function confirmAction(call: MutationCall, target: ActionTarget, form: FormBody): Promise<ActionResult> {
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
    // Rows that the action skips have no input, so only the changing rows are passed.
    Object.assign(run, { input }, action.perRow && { subjects: { ids: plan.changing } });
  }
  const started = await startRun(shop, actor, run);
  if (started.ok) return { ok: true, runId: started.run.id };
  return { ok: false, code: 'LIST_ACTION_REFUSED', page: await show({ rows: shop.t(texts.nothingToDo) }) };
}

function toSubjects({ isAll, ids, selection, view }: MarkedRows, confirmed: number): RunSubjects {
  return isAll ? { query: composeIds(view.list, selection, maxCount), confirmed } : { ids };
}
