import { type BulkAction, defineBulkAction, type RowResult } from '#platform/admin/runs/bulk-action.ts';
import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Text } from '#platform/texts/texts.ts';
import type { MessageStatus } from '../message-types.ts';
import { assignMessage } from '../messages/assign-message.ts';
import { markAsSpam, releaseMessageInTransaction, resendMessage } from '../messages/handle-messages.ts';
import { messageAdminTexts as texts } from './texts.ts';

const lockStatus = sqlQuery<{ status: MessageStatus }>(
  'contact-forms.lock-status',
  'select status from contact_messages where id = $1 for update',
);

/** @param change changes a locked message; false when there was nothing to change */
const changeMessage =
  (change: (shop: Shop, tx: Tx, id: number) => Promise<boolean>, after: object, unchanged: Text) =>
  async (shop: Shop, tx: Tx, id: number): Promise<RowResult> => {
    const [before] = await lockStatus(tx, [id]);
    if (!before) return { ok: false, code: 'MESSAGE_NOT_FOUND', message: shop.t(texts.messageGone), isSkipped: true };
    const label = String(id);
    if (!(await change(shop, tx, id)))
      return { ok: false, code: 'MESSAGE_UNCHANGED', message: shop.t(unchanged), label, isSkipped: true };
    return { ok: true, change: { label, before: { ...before }, after: { ...before, ...after } } };
  };

const common = { subject: 'message', requires: 'messages.write' } as const;

const checkStatus =
  (unfit: readonly MessageStatus[], message: Text): NonNullable<BulkAction['check']> =>
  async ({ t }, db, ids) =>
    (await findOfStatus(db, [ids, unfit])).map(({ id }) => ({ id, code: 'MESSAGE_UNCHANGED', message: t(message) }));

const findOfStatus = sqlQuery<{ id: number }>(
  'contact-forms.find-of-status',
  'select id from contact_messages where id = any($1::bigint[]) and status = any($2::text[])',
);

/** The files of a cleared message are removed by the job of stray files: nothing may be deleted before the commit. */
export const releaseMessages = defineBulkAction({
  ...{ ...common, name: 'messages.release-messages', text: texts.release },
  check: checkStatus(['new', 'answered'], texts.notHeld),
  run: changeMessage(
    async (shop, tx, id) => (await releaseMessageInTransaction(shop, tx, id)) !== null,
    { status: 'new' },
    texts.notHeld,
  ),
});

export const markSpam = defineBulkAction({
  ...{ ...common, name: 'messages.mark-spam', text: texts.markSpam },
  check: checkStatus(['spam'], texts.isSpam),
  run: changeMessage((shop, tx, id) => markAsSpam({ ...shop, db: tx }, id), { status: 'spam' }, texts.isSpam),
});

/** Sends what has failed alone: a second click must not send what the first has queued. */
export const resendMails = defineBulkAction({
  ...{ ...common, name: 'messages.resend-mails', text: texts.resend },
  run: changeMessage(
    (shop, tx, id) => resendMessage({ ...shop, db: tx }, id, true),
    { mails: 'queued' },
    texts.nothingToSend,
  ),
});

const findAssigned = sqlQuery<{ id: number; name: string }>(
  'contact-forms.find-assigned',
  `select m.id, coalesce(nullif(c.name, ''), c.email) as name from contact_messages m
  join staff_members s on s.id = m.assigned_to join customers c on c.id = s.customer_id where m.id = any($1::bigint[])`,
);

/** Takes messages that nobody has. What somebody has is taken over on the page of the message. */
export const takeMessages = defineBulkAction({
  ...{ ...common, name: 'messages.take-messages', text: texts.take },
  check: async ({ t }, db, ids) =>
    (await findAssigned(db, [ids])).map(({ id, name }) => ({
      ...{ id, code: 'MESSAGE_TAKEN', message: t(texts.isTakenBy, { name }) },
    })),
  run: async ({ t }, tx, id, _input, { staffId, name }) => {
    if (staffId === null) return { ok: false, code: 'NO_STAFF', message: t(texts.noStaff) };
    const result = await assignMessage(tx, id, staffId, null);
    const label = String(id);
    if (!result.ok && result.code === 'MESSAGE_TAKEN') {
      const message = t(texts.isTakenBy, { name: result.beforeName ?? '' });
      return { ok: false, code: result.code, message, label, isSkipped: true };
    }
    if (!result.ok) return { ok: false, code: result.code, message: t(texts.messageGone), isSkipped: true };
    if (result.before === staffId)
      return { ok: false, code: 'MESSAGE_UNCHANGED', message: t(texts.isTaken), label, isSkipped: true };
    return { ok: true, change: { label, before: { assignedTo: result.beforeName }, after: { assignedTo: name } } };
  },
});
