import type { AuditValues } from '#platform/admin/audit/changed-fields.ts';
import { defineAdminOperation } from '#platform/admin/records/operations/operation.ts';
import type { Db } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { email, file, flag, record, text } from '#platform/forms/kinds.ts';
import type { Text } from '#platform/texts/texts.ts';
import { assignMessage, findReaders, nameStaff } from '../messages/assign-message.ts';
import type { ContactMessage } from '../messages/find-messages.ts';
import { answerInTransaction, findNewAnswers, maxAnswer } from '../messages/handle-messages.ts';
import { maxAttachedBytes, maxAttachments } from '../messages/message-mails.ts';
import { addMessageNote, forwardMessage } from '../messages/note-message.ts';
import { keepAnswerFiles } from '../messages/store-message.ts';
import { loadMessageSubject, type MessageSubject } from './message-subject.ts';
import { messageAdminTexts as texts } from './texts.ts';
import { showNewAnswers } from './thread-panel.tsx';

const common = {
  ...{ subject: 'message', requires: 'messages.write' },
  load: (_shop: Shop, db: Db, id: number) => loadMessageSubject(db, id),
  label: ({ t }: Shop, { id, formTitle }: MessageSubject) => t(texts.title, { id: String(id), form: formTitle }),
} as const;

const refuse = ({ t }: Shop, code: string, message: Text, field?: string) =>
  ({ ok: false, code, message: t(message), ...(field !== undefined && { field }) }) as const;

/** The audit says what was done. The text is with the message, and is deleted with it. */
const toChange = (id: number, after: AuditValues) => ({ label: String(id), before: null, after });

export const canAnswer = ({ sender, status }: Pick<ContactMessage, 'sender' | 'status'>): boolean =>
  sender !== null && (status === 'new' || status === 'answered');

export const canForward = ({ isCleared, status }: Pick<ContactMessage, 'isCleared' | 'status'>): boolean =>
  !isCleared && (status === 'new' || status === 'answered');

export const answerOperation = defineAdminOperation({
  ...{ ...common, name: 'messages.answer-message', description: 'Answers a message by mail.', text: texts.answer },
  files: () => ({ maxBytes: maxAttachedBytes, maxFiles: maxAttachments, discardsSurplus: true }),
  fields: ({ t }) => ({
    text: text({ label: t(texts.answerText), required: true, max: maxAnswer }),
    files: file({
      ...{ label: t(texts.answerFiles), hint: t(texts.answerFilesHint, { max: maxAttachments }) },
      ...{ maxBytes: maxAttachedBytes, maxFiles: maxAttachments },
    }),
  }),
  values: () => ({ text: '', files: [] }),
  lead: ({ t, choices }, { sender }) => t(texts.answerLead, { to: sender ?? '–', email: choices.email }),
  seen: ({ answers }) => String(answers.length),
  run: async (shop, tx, id, values, { actor, requestKey, seen }) => {
    if (seen !== null) {
      const newer = await findNewAnswers(tx, id, Number(seen));
      if (newer.length > 0) {
        const news = { what: showNewAnswers(shop, newer), seen: String(Number(seen) + newer.length) };
        return { ...refuse(shop, 'MESSAGE_ANSWERED', texts.answeredMeanwhile), news };
      }
    }
    if (values.files.reduce((sum, { bytes }) => sum + bytes, 0) > maxAttachedBytes) {
      const message = shop.t(texts.tooMuch, { size: maxAttachedBytes / 1_000_000 });
      return { ok: false, code: 'FILES_TOO_LARGE', message, field: 'files' };
    }
    const kept = await keepAnswerFiles(shop, values.files, requestKey);
    if (!kept.ok)
      return {
        ok: false,
        code: 'FILE_REFUSED',
        message: shop.t(texts.fileRefused, { name: kept.name }),
        field: 'files',
      };
    const isAnswered = await answerInTransaction(shop, tx, { id, body: values.text, by: actor, files: kept.files });
    if (!isAnswered) return refuse(shop, 'MESSAGE_NOT_ANSWERABLE', texts.notAnswerable);
    return { ok: true, change: toChange(id, { answered: true, files: kept.files.length }) };
  },
  outcomes: { done: texts.answerSent },
});

export const noteOperation = defineAdminOperation({
  ...{ ...common, name: 'messages.add-note', description: 'Adds a note for staff to a message.', text: texts.note },
  fields: ({ t }) => ({ text: text({ label: t(texts.noteText), required: true, max: 5000 }) }),
  values: () => ({ text: '' }),
  lead: ({ t }) => t(texts.noteLead),
  run: async (shop, tx, id, values, { actor }) =>
    (await addMessageNote(shop, tx, { id, body: values.text, by: actor }))
      ? { ok: true, change: toChange(id, { noted: true }) }
      : refuse(shop, 'MESSAGE_NOT_FOUND', texts.messageGone),
  outcomes: { done: texts.noteAdded },
});

export const forwardOperation = defineAdminOperation({
  ...{ ...common, name: 'messages.forward-message', description: 'Sends a message on by mail.', text: texts.forward },
  fields: ({ t }, { files }) => ({
    to: email({ label: t(texts.forwardTo), required: true }),
    text: text({ label: t(texts.forwardText), max: 5000 }),
    files: files.length > 0 ? flag({ label: t(texts.forwardFiles) }) : null,
  }),
  values: () => ({ to: '', text: '', files: false as never }),
  lead: ({ t }) => t(texts.forwardLead),
  run: async (shop, tx, id, values, { actor }) => {
    const forward = { id, to: values.to, body: values.text, hasFiles: (values.files as unknown) === true, by: actor };
    if (!(await forwardMessage(shop, tx, forward))) return refuse(shop, 'MESSAGE_NOT_SENT_ON', texts.notForwardable);
    return { ok: true, change: toChange(id, { forwarded: true, withFiles: forward.hasFiles }) };
  },
  outcomes: { done: texts.forwardSent },
});

export const assignOperation = defineAdminOperation({
  ...{
    ...common,
    name: 'messages.assign-message',
    description: 'Assigns a message to one of the staff, or to nobody.',
  },
  text: texts.assign,
  fields: ({ t }) => ({
    to: record({
      ...{ label: t(texts.assignTo), hint: t(texts.assignHint) },
      picker: { load: ({ db }, ids) => nameStaff(db, ids), search: ({ db }, query) => findReaders(db, query) },
    }),
  }),
  values: (_shop, { assignedTo }) => ({ to: assignedTo }),
  seen: ({ assignedTo }) => String(assignedTo ?? 0),
  run: async (shop, tx, id, { to }, { seen }) => {
    const result = await assignMessage(tx, id, to, seen === null ? undefined : Number(seen) || null);
    if (!result.ok && result.code === 'MESSAGE_TAKEN') {
      const what = shop.t(texts.assignedMeanwhile, { name: result.beforeName ?? shop.t(texts.assignedToNobody) });
      return {
        ...refuse(shop, result.code, texts.assignedChanged),
        news: { what, seen: String(result.before ?? 0) },
      };
    }
    if (!result.ok && result.code === 'MESSAGE_NOT_FOUND') return refuse(shop, result.code, texts.messageGone);
    if (!result.ok) return refuse(shop, result.code, texts.assignGone, 'to');
    const { beforeName, name } = result;
    return { ok: true, change: { label: String(id), before: { assignedTo: beforeName }, after: { assignedTo: name } } };
  },
  outcomes: { done: texts.assignDone },
});
