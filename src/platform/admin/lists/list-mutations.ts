import { type AdminExtension, pickExtensions } from '#platform/admin/extension.ts';
import { runPath } from '#platform/admin/runs/paths.ts';
import type { Feature } from '#platform/features/feature.ts';
import { largeFormBody } from '#platform/forms/read-form.ts';
import { defineMutation, type Mutation } from '#platform/mutations/mutation.ts';
import { confirmAction } from './bulk/confirm-action.ts';
import { listErrors } from './errors.ts';
import { listPaths } from './page/list-view.ts';
import { type ResolvedList, resolveLists } from './resolved-list.ts';
import { saveView } from './views/view-page.tsx';

/** The writes of all lists: each action on marked rows or on all that match, and saved views. */
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
      // A list that is not there for somebody is answered before.
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
        // A list that is not there for somebody is answered before.
        failure: (_call, failure) => ('page' in failure ? { page: failure.page } : { redirectTo: list.path }),
      },
    }),
  );
}
