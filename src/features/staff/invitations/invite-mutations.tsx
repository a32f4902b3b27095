import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { hasPermissions, listPermissions, listRoles, manageStaff } from '#features/accounts/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormState } from '#platform/forms/field.ts';
import { FormFields, FormProblems } from '#platform/forms/form-fields.tsx';
import { choice, email } from '#platform/forms/kinds.ts';
import { type PrivateView, renderPrivatePage } from '#platform/http/private-page.ts';
import { createFormSchema } from '#platform/mutations/form-schema.ts';
import { defineMutation, type MutationCall } from '#platform/mutations/mutation.ts';
import { type Actor, getActor } from '#platform/sessions/actor.ts';
import { Panel } from '#ui/admin/panels.tsx';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { invitePath, sendInvitationPath, staffPath, takeBackInvitationPath } from '../contract.ts';
import { type ChangeFailure, type ChangeResult, changeErrors, toResult } from '../errors.ts';
import { createStaffPage } from '../page.tsx';
import { staffTexts as texts } from '../texts.ts';
import { invite, sendAgain, takeBack } from './invite.ts';

export async function listGivableRoles(shop: Shop, actor: Actor) {
  const roles = (await listRoles(shop.db)).filter((role) => hasPermissions(actor, listPermissions(shop, role)));
  return roles.map(({ name }) => ({ value: name, label: name }));
}

async function createInviteFields(shop: Shop, actor: Actor) {
  const { t } = shop;
  const options = [{ value: '', label: t(texts.chooseRole) }, ...(await listGivableRoles(shop, actor))];
  return {
    email: email({ name: 'email', label: t(texts.email), required: true, autoComplete: 'off' }),
    role: choice({ name: 'role', label: t(texts.role), hint: t(texts.rolesHint), required: true, options }),
  };
}

export function registerInvitePage(app: FastifyInstance, shop: Shop): void {
  app.get(invitePath, { config: { requires: manageStaff.name } }, async (request, reply) => {
    const page = await createInvitePage(shop, await getActor(shop, request), { t: shop.t, form: {} });
    return renderPrivatePage(shop, request, reply, page);
  });
}

async function createInvitePage(
  shop: Shop,
  actor: Actor,
  state: FormState,
  refusal: string | null = null,
): Promise<PrivateView> {
  const { t, config } = shop;
  return createStaffPage({
    ...{ title: t(texts.invite), lead: t(texts.inviteLead), width: 'text', refusal },
    back: { href: staffPath, text: t(texts.staff) },
    children: (
      <>
        {config.mailUrl === null && config.mode === 'live' && <Notice kind="warning">{t(texts.noMail)}</Notice>}
        <Panel>
          <form className="stack" method="post" action={invitePath}>
            <FormProblems state={state} />
            <FormFields fields={await createInviteFields(shop, actor)} state={state} />
            <p>
              <Button>{t(texts.sendInvitation)}</Button>
            </p>
          </form>
        </Panel>
      </>
    ),
  });
}

/** Limits of mails that one member of staff can send, and that one address can get. */
const senderLimit = { name: 'staff-invitations', max: 30, seconds: 60 * 60 };
const addressLimit = { name: 'staff-invitations-to', max: 5, seconds: 60 * 60 };

const message = ({ shop }: MutationCall, { code }: Pick<ChangeFailure, 'code'>) => shop.t(texts[code]);
const toStaff = (code: string) => () => ({ redirectTo: staffPath, notices: [{ code }] });

export const inviteMutation = defineMutation({
  name: 'staff.invite',
  description: 'Invites somebody to become staff, by a mail with a link.',
  schema: createFormSchema(async ({ shop, getActor: findActor }) => createInviteFields(shop, await findActor())),
  requires: manageStaff.name,
  requiresFresh: true,
  errors: changeErrors,
  limits: {
    uses: async ({ getActor: findActor }, { values }) => [
      { limit: senderLimit, key: String((await findActor()).staffId) },
      { limit: addressLimit, key: values.email.toLowerCase() },
    ],
    refuse: (): ChangeFailure => ({ ok: false, code: 'TOO_MANY_INVITATIONS' }),
    countsFailures: false,
  },
  run: async ({ shop, getActor: findActor }, { values, problems }): Promise<ChangeResult> => {
    if (problems.length > 0) return { ok: false, code: 'STAFF_FORM_INVALID' };
    const actor = await findActor();
    const code = await inTransaction(shop.db, (tx) => invite({ shop, tx, actor, action: 'staff.invite' }, values));
    return toResult(code);
  },
  message: ({ shop }, { code }) => shop.t(texts[code]),
  form: {
    path: invitePath,
    success: toStaff('invited'),
    failure: async (call, { code }, { form, problems }) => {
      const state = { t: call.shop.t, form, problems };
      const refusal = code === 'STAFF_FORM_INVALID' ? null : message(call, { code });
      return { page: await createInvitePage(call.shop, await call.getActor(), state, refusal) };
    },
  },
});

const readId = ({ request }: MutationCall): number => Number((request.params as { id: string }).id);

export const sendInvitationMutation = defineMutation({
  name: 'staff.send-invitation',
  description: 'Sends an invitation again, with another link.',
  schema: z.unknown(),
  requires: manageStaff.name,
  requiresFresh: true,
  errors: changeErrors,
  limits: {
    uses: async (call) => [
      { limit: senderLimit, key: String((await call.getActor()).staffId) },
      { limit: addressLimit, key: `invitation ${readId(call)}` },
    ],
    refuse: (): ChangeFailure => ({ ok: false, code: 'TOO_MANY_INVITATIONS' }),
    countsFailures: false,
  },
  run: (call): Promise<ChangeResult> => changeInvitation(call, 'staff.send-invitation', sendAgain),
  message: ({ shop }, { code }) => shop.t(texts[code]),
  form: { path: sendInvitationPath(':id'), success: toStaff('invited') },
});

export const takeBackInvitationMutation = defineMutation({
  name: 'staff.take-back-invitation',
  description: 'Takes an invitation back: its link opens nothing any more.',
  schema: z.unknown(),
  requires: manageStaff.name,
  requiresFresh: true,
  errors: changeErrors,
  run: (call): Promise<ChangeResult> => changeInvitation(call, 'staff.take-back-invitation', takeBack),
  message: ({ shop }, { code }) => shop.t(texts[code]),
  form: { path: takeBackInvitationPath(':id'), success: toStaff('takenBack') },
});

async function changeInvitation(call: MutationCall, action: string, change: typeof takeBack): Promise<ChangeResult> {
  const { shop } = call;
  const id = readId(call);
  if (!Number.isSafeInteger(id)) return { ok: false, code: 'INVITATION_NOT_VALID' };
  const actor = await call.getActor();
  const code = await inTransaction(shop.db, (tx) => change({ shop, tx, actor, action }, id));
  return toResult(code);
}
