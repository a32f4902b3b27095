import { z } from 'zod';
import {
  changeRole,
  createRole,
  findRole,
  lockRole,
  manageStaff,
  type RoleFailure,
  removeRole,
  type StaffRole,
} from '#features/accounts/index.ts';
import { inTransaction, type Tx } from '#platform/database/database.ts';
import type { FormProblem } from '#platform/forms/field.ts';
import { readSingleLine } from '#platform/forms/read-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { FormReply } from '#platform/http/form-reply.ts';
import { createFormSchema } from '#platform/mutations/form-schema.ts';
import { defineMutation, type MutationCall } from '#platform/mutations/mutation.ts';
import { deleteRolePath, newRolePath, rolePath, rolesPath } from '../contract.ts';
import { type ChangeCode, type ChangeFailure, type ChangeResult, changeErrors, toResult } from '../errors.ts';
import { staffTexts as texts } from '../texts.ts';
import { createAllFields, readRole, toVersion } from './role-fields.ts';
import { createRolePage } from './role-pages.tsx';

type RoleResult =
  | { readonly ok: true; readonly name: string }
  | (ChangeFailure & { readonly problems?: readonly FormProblem[] });

const readName = ({ request }: MutationCall): string => (request.params as { name: string }).name;
const message = ({ shop }: MutationCall, { code }: Pick<ChangeFailure, 'code'>) => shop.t(texts[code]);

async function change<Code extends ChangeCode>(
  call: MutationCall,
  action: string,
  run: (context: Parameters<typeof removeRole>[0]) => Promise<Code | null>,
): Promise<Code | null> {
  const { shop } = call;
  const actor = await call.getActor();
  return inTransaction(shop.db, (tx: Tx) => run({ shop, tx, actor, action }));
}

/** Shows the form again with the sent values and the current role. */
function showForm(
  call: MutationCall,
  role: StaffRole | null,
  form: FormBody,
  failed: Extract<RoleResult, { ok: false }>,
): FormReply {
  const isInvalid = failed.code === 'STAFF_FORM_INVALID';
  const refusal = isInvalid ? null : message(call, failed);
  return { page: createRolePage(call.shop, role, { form, problems: failed.problems ?? [], refusal }) };
}

export const createRoleMutation = defineMutation({
  name: 'staff.create-role',
  description: 'Makes a role.',
  schema: createFormSchema(({ shop }) => createAllFields(shop, true)),
  requires: manageStaff.name,
  requiresFresh: true,
  errors: changeErrors,
  run: async (call, { values, problems }): Promise<RoleResult> => {
    const read = readRole(call.shop, values, null);
    const found = [...problems, ...read.problems];
    if (found.length > 0) return { ok: false, code: 'STAFF_FORM_INVALID', problems: found };
    const code = await change(call, 'staff.create-role', (context) => createRole(context, read.values));
    return code === null ? { ok: true, name: read.values.name } : { ok: false, code };
  },
  message: ({ shop }, { code }) => shop.t(texts[code]),
  form: {
    path: newRolePath,
    success: () => ({ redirectTo: rolesPath, notices: [{ code: 'roleCreated' }] }),
    failure: (call, failed, { form }) => showForm(call, null, form, failed),
  },
});

export const changeRoleMutation = defineMutation({
  name: 'staff.change-role',
  description: 'Changes what a role is called and may do, and whether it needs a second factor.',
  schema: createFormSchema(async (call) => {
    const role = await findRole(call.shop.db, readName(call));
    return createAllFields(call.shop, !role?.allowsAll);
  }),
  requires: manageStaff.name,
  requiresFresh: true,
  errors: changeErrors,
  run: async (call, { form, values, problems }): Promise<RoleResult> => {
    const name = readName(call);
    const role = await findRole(call.shop.db, name);
    const read = readRole(call.shop, values, role);
    const found = [...problems, ...read.problems];
    if (found.length > 0) return { ok: false, code: 'STAFF_FORM_INVALID', problems: found };
    const opened = readSingleLine(form, 'version');
    const code = await change<RoleFailure | 'ROLE_CHANGED'>(call, 'staff.change-role', async (context) => {
      await lockRole(context.tx, name);
      const before = await findRole(context.tx, name);
      // A page always sends the version. The command line sends none, since it has opened no form.
      if (before && opened !== '' && toVersion(before) !== opened) return 'ROLE_CHANGED';
      return changeRole(context, name, () => read.values);
    });
    return code === null ? { ok: true, name: read.values.name } : { ok: false, code };
  },
  message: ({ shop }, { code }) => shop.t(texts[code]),
  form: {
    path: rolePath(':name'),
    success: (_, { name }) => ({ redirectTo: rolePath(name), notices: [{ code: 'roleSaved' }] }),
    failure: async (call, failed, { form }) => {
      const role = await findRole(call.shop.db, readName(call));
      return role ? showForm(call, role, form, failed) : { redirectTo: rolesPath };
    },
  },
});

export const deleteRoleMutation = defineMutation({
  name: 'staff.delete-role',
  description: 'Deletes a role that nobody has or had.',
  schema: z.unknown(),
  requires: manageStaff.name,
  requiresFresh: true,
  errors: changeErrors,
  run: async (call): Promise<ChangeResult> =>
    toResult(await change(call, 'staff.delete-role', (context) => removeRole(context, readName(call)))),
  message: ({ shop }, { code }) => shop.t(texts[code]),
  form: {
    path: deleteRolePath(':name'),
    success: () => ({ redirectTo: rolesPath, notices: [{ code: 'roleDeleted' }] }),
    failure: async (call, failed) => {
      const role = await findRole(call.shop.db, readName(call));
      return role
        ? { page: createRolePage(call.shop, role, { refusal: message(call, failed) }) }
        : { redirectTo: rolesPath };
    },
  },
});
