import { z } from 'zod';
import {
  endSession,
  endSessions,
  enqueueNotice,
  findStaffById,
  giveRole,
  listRoles,
  listStaff,
  manageStaff,
  recordStaffAudit,
  refuseMemberChange,
  removeFromStaff,
  type StaffMember,
} from '#features/accounts/index.ts';
import { lockCustomer } from '#features/customers/index.ts';
import { removePasskeys } from '#features/passkeys/index.ts';
import { resetTwoFactor, switchOff } from '#features/two-factor/index.ts';
import { inTransaction, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { formBody, readSingleLine } from '#platform/forms/read-form.ts';
import type { FormReply } from '#platform/http/form-reply.ts';
import { defineMutation, type MutationCall } from '#platform/mutations/mutation.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import {
  endSessionsPath,
  giveRolePath,
  personPath,
  removePersonPath,
  resetFactorPath,
  staffPath,
} from '../contract.ts';
import { type ChangeCode, type ChangeFailure, type ChangeResult, changeErrors, toResult } from '../errors.ts';
import { staffTexts as texts } from '../texts.ts';
import { createPersonPage } from './person-page.tsx';

interface PersonChange {
  readonly shop: Shop;
  readonly tx: Tx;
  readonly actor: Actor;
  readonly action: string;
  readonly member: StaffMember;
}

const readId = ({ request }: MutationCall): number => Number((request.params as { id: string }).id);
const findPerson = async ({ shop }: MutationCall, id: number) =>
  Number.isSafeInteger(id) ? findStaffById(shop.db, id) : null;
const toPerson = ({ customerId, email }: StaffMember) => ({ id: customerId, email });

/**
 * Runs a change of the member of staff in the path. Their row is locked and read again, because their role may have
 * changed since.
 */
async function changePerson(
  call: MutationCall,
  action: string,
  change: (context: PersonChange) => Promise<ChangeCode | null>,
): Promise<ChangeResult> {
  const { shop } = call;
  const actor = await call.getActor();
  const found = await findPerson(call, readId(call));
  if (found === null) return { ok: false, code: 'STAFF_NOT_FOUND' };
  const code = await inTransaction(shop.db, async (tx) => {
    await lockCustomer(tx, found.customerId);
    const member = await findStaffById(tx, found.id);
    return member === null ? 'STAFF_NOT_FOUND' : change({ shop, tx, actor, action, member });
  });
  return toResult(code);
}

const message = ({ shop }: MutationCall, { code }: Pick<ChangeFailure, 'code'>) => shop.t(texts[code]);

/** Shows the page of the member of staff again, with the reason of the failure. */
async function failure(call: MutationCall, { code }: ChangeFailure): Promise<FormReply> {
  const member = await findPerson(call, readId(call));
  if (member === null) return { redirectTo: staffPath };
  return {
    page: await createPersonPage(call.shop, await call.getActor(), member, { refusal: message(call, { code }) }),
  };
}

const toPersonPage = (code: string) => (call: MutationCall) => ({
  redirectTo: personPath(readId(call)),
  notices: [{ code }],
});

export const giveRoleMutation = defineMutation({
  name: 'staff.give-role',
  description: 'Gives somebody of the staff another role, and signs them out.',
  schema: formBody,
  requires: manageStaff.name,
  requiresFresh: true,
  errors: changeErrors,
  run: (call, form) =>
    changePerson(call, 'staff.give-role', (change) =>
      giveRole(change, toPerson(change.member), readSingleLine(form, 'role')),
    ),
  message: ({ shop }, { code }) => shop.t(texts[code]),
  form: { path: giveRolePath(':id'), success: toPersonPage('roleGiven'), failure },
});

export const removePersonMutation = defineMutation({
  name: 'staff.remove',
  description: 'Takes the back office from somebody, who stays a customer.',
  schema: z.unknown(),
  requires: manageStaff.name,
  requiresFresh: true,
  errors: changeErrors,
  run: (call) => changePerson(call, 'staff.remove', (change) => removeFromStaff(change, toPerson(change.member))),
  message: ({ shop }, { code }) => shop.t(texts[code]),
  form: {
    path: removePersonPath(':id'),
    success: () => ({ redirectTo: staffPath, notices: [{ code: 'removed' }] }),
    failure,
  },
});

export const endSessionsMutation = defineMutation({
  name: 'staff.end-sessions',
  description: 'Signs somebody of the staff out on one device, or everywhere.',
  schema: formBody,
  requires: manageStaff.name,
  requiresFresh: true,
  errors: changeErrors,
  run: (call, form) =>
    changePerson(call, 'staff.end-sessions', async ({ member, ...change }) => {
      const refusal = await refuseMemberChange(change, member.role);
      if (refusal) return refusal;
      const session = z.uuid().safeParse(readSingleLine(form, 'session'));
      if (session.success) await endSession(change.tx, member.customerId, session.data);
      else await endSessions(change.tx, member.customerId, null);
      const values = [null, { sessions: session.success ? 'one ended' : 'all ended' }] as const;
      await recordStaffAudit(change.tx, change.actor, change.action, { ...member, staffId: member.id }, values);
      return null;
    }),
  message: ({ shop }, { code }) => shop.t(texts[code]),
  form: { path: endSessionsPath(':id'), success: toPersonPage('sessionsEnded'), failure },
});

/**
 * For members of staff who have lost their phone and recovery codes. Passkeys are removed as well, since they may
 * have been on the phone.
 */
export const resetFactorMutation = defineMutation({
  name: 'staff.reset-second-factor',
  description: 'Removes codes and passkeys of somebody of the staff who has lost them.',
  schema: z.unknown(),
  requires: resetTwoFactor.name,
  requiresFresh: true,
  errors: changeErrors,
  run: (call) =>
    changePerson(call, 'staff.reset-second-factor', async ({ member, ...change }) => {
      const { shop, tx, actor } = change;
      const refusal = await refuseMemberChange(change, member.role);
      if (refusal) return refusal;
      const passkeys = await removePasskeys(tx, member.customerId);
      const customer = { ...toPerson(member), isEmailVerified: true };
      const hadApp = await switchOff(shop, tx, customer, null);
      if (!hadApp && passkeys === 0) return 'NO_SECOND_FACTOR';
      await endSessions(tx, member.customerId, null);
      const values = [
        { hasApp: hadApp, passkeys },
        { hasApp: false, passkeys: 0 },
      ] as const;
      await recordStaffAudit(tx, actor, change.action, { ...member, staffId: member.id }, values);
      await tellOfReset(shop, tx, actor, member);
      return null;
    }),
  message: ({ shop }, { code }) => shop.t(texts[code]),
  form: { path: resetFactorPath(':id'), success: toPersonPage('factorReset'), failure },
});

/** Notifies the member of staff and the owners: a reset that nobody asked for is an attack. */
async function tellOfReset(shop: Shop, tx: Tx, actor: Actor, member: StaffMember): Promise<void> {
  const { t, choices } = shop;
  const owners = (await listRoles(tx)).filter(({ allowsAll }) => allowsAll).map(({ name }) => name);
  const others = (await listStaff(tx)).filter(({ id, role }) => owners.includes(role) && id !== actor.staffId);
  const person = member.name || member.email;
  const subject = t(texts.resetSubject, { person, shop: choices.name });
  const text = t(texts.resetMail, { by: actor.name, person, shop: choices.name, email: choices.email });
  for (const to of new Set([member.email, ...others.map(({ email }) => email)]))
    await enqueueNotice(shop, tx, { to, subject, text, link: { text: t(texts.staff), href: staffPath } });
}
