import { z } from 'zod';
import { openBackOffice } from '#platform/admin/admin.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormReply } from '#platform/http/form-reply.ts';
import { findFreshSignInPath } from '#platform/http/security/permission-check.ts';
import { defineMutation, type MutationCall } from '#platform/mutations/mutation.ts';
import { findVisibleRun, stopRun, undoRun } from './end-run.ts';
import { runErrors } from './errors.ts';
import { runPath, stopRunPath, undoRunPath } from './paths.ts';
import { runTexts as texts } from './texts.ts';

/** The id of the path; 0 for what no run can have. */
export function readRunId({ params }: Pick<MutationCall['request'], 'params'>): number {
  const { id } = params as { readonly id: string };
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0;
}

/** Back to the run, which says why not. */
const toRun = ({ request }: MutationCall, code: string): FormReply => ({
  redirectTo: runPath(readRunId(request)),
  notices: [{ code }],
});

/** Who may do what is a rule of each run: its own person, or who manages runs. */
const common = { schema: z.unknown(), requires: openBackOffice.name, errors: runErrors } as const;

export const stopRunMutation = defineMutation({
  ...common,
  name: 'runs.stop',
  description: 'Stops a run. What it has changed stays.',
  run: async (call) => stopRun(call.shop, await call.getActor(), readRunId(call.request)),
  message: ({ shop }) => shop.t(texts.RUN_ENDED),
  form: {
    path: stopRunPath(':id'),
    success: (call) => toRun(call, 'wasStopped'),
    failure: (call, { code }) => toRun(call, code),
  },
});

type UndoResult =
  | { readonly ok: true; readonly redirectTo: string }
  | Extract<Awaited<ReturnType<typeof undoRun>>, { readonly ok: false }>;

/** Taking back many changes is as dangerous as making them. */
async function isDangerousRun(shop: Shop, call: MutationCall): Promise<boolean> {
  const run = await findVisibleRun(shop, await call.getActor(), readRunId(call.request));
  const action = run && shop.bulkActions.get(run.action);
  const permission = action && shop.permissions.find(({ name }) => name === action.requires);
  return action?.isDangerous === true || permission?.isDangerous === true;
}

export const undoRunMutation = defineMutation({
  ...common,
  name: 'runs.undo',
  description: 'Begins a run that takes back what another one changed.',
  run: async (call): Promise<UndoResult> => {
    const { shop, request } = call;
    const signInPath = (await isDangerousRun(shop, call)) ? await findFreshSignInPath(shop, request) : null;
    if (signInPath !== null) return { ok: true, redirectTo: signInPath };
    const result = await undoRun(shop, await call.getActor(), readRunId(request));
    return result.ok ? { ok: true, redirectTo: runPath(result.run.id) } : result;
  },
  message: ({ shop }, { code }) => (code === 'not_found' ? '' : shop.t(texts[code])),
  form: {
    path: undoRunPath(':id'),
    success: (_call, { redirectTo }) => ({ redirectTo }),
    failure: (call, { code }) => toRun(call, code),
  },
});
