import { type AdminPanel, defineAdminRecord } from '#platform/admin/records/record.ts';
import { formatEmail, toMailLink } from '#platform/mail/email-address.ts';
import { formatMoment } from '#platform/texts/formats.ts';
import { FactsList } from '#ui/admin/panels.tsx';
import { listShownFields } from '../messages/shown-fields.ts';
import { findContactForm } from '../sources/find-forms.ts';
import { markSpam, releaseMessages, resendMails, takeMessages } from './message-actions.ts';
import { MessageFiles } from './message-files.tsx';
import { MessageState, messageList } from './message-list.tsx';
import {
  answerOperation,
  assignOperation,
  canAnswer,
  canForward,
  forwardOperation,
  noteOperation,
} from './message-operations.ts';
import { loadMessageSubject, type MessageSubject } from './message-subject.ts';
import { messagePath, messagesPath } from './paths.ts';
import { messageAdminTexts as texts } from './texts.ts';
import { threadPanel } from './thread-panel.tsx';

const contentPanel: AdminPanel<MessageSubject> = {
  ...{ id: 'content', title: texts.content, column: 'main' },
  render: async (shop, { formId, fields, isCleared }) => {
    if (isCleared) return <p>{shop.t(texts.cleared)}</p>;
    const shown = listShownFields(shop, await findContactForm(shop, formId), fields);
    return (
      <FactsList
        facts={shown.map(({ label, value }) => ({ label, value: <span className="order-note">{value}</span> }))}
      />
    );
  },
};

const filesPanel: AdminPanel<MessageSubject> = {
  ...{ id: 'files', title: texts.files, column: 'main' },
  render: ({ t }, { files }) => (files.length === 0 ? null : <MessageFiles {...{ t, files }} />),
};

const personPanel: AdminPanel<MessageSubject> = {
  ...{ id: 'person', title: texts.person, column: 'side' },
  render: ({ t }, { sender, customerId }) => (
    <>
      <p>{sender === null ? t(texts.noSender) : <a href={toMailLink(sender)}>{formatEmail(sender)}</a>}</p>
      {customerId !== null && <p>{t(texts.account)}</p>}
      {sender !== null && (
        <p>
          <a href={`${messagesPath}?${new URLSearchParams({ sender })}`}>{t(texts.otherMessages)}</a>
        </p>
      )}
    </>
  ),
};

const mailStates = {
  none: texts.mailNone,
  waiting: texts.mailWaiting,
  queued: texts.mailQueued,
  sent: texts.mailSent,
  failed: texts.mailFailed,
} as const;

const detailsPanel: AdminPanel<MessageSubject> = {
  ...{ id: 'details', title: texts.details, column: 'side' },
  render: ({ t, choices }, { formTitle, page, mail, assigned, deleteAt, reasons }) => (
    <FactsList
      facts={[
        { label: t(texts.form), value: formTitle },
        { label: t(texts.page), value: page === null ? null : <a href={page}>{page}</a> },
        { label: t(texts.assigned), value: assigned },
        { label: t(texts.mail), value: t(mailStates[mail]) },
        { label: t(texts.reasons), value: reasons.join(', ') },
        { label: t(texts.deleted), value: formatMoment(deleteAt, choices.locale) },
      ]}
    />
  ),
};

const isHeld = ({ status }: MessageSubject) => status === 'quarantine' || status === 'spam';

export const messageRecord = defineAdminRecord<MessageSubject>({
  ...{ name: 'contact-forms.message', path: messagePath(':id'), requires: 'messages.read', subject: 'message' },
  back: { path: messageList.path, text: texts.messages },
  list: messageList.name,
  load: (_shop, db, id) => loadMessageSubject(db, id),
  head: ({ t, choices }, message) => ({
    title: t(texts.title, { id: String(message.id), form: message.formTitle }),
    states: <MessageState {...{ t, message }} />,
    facts: formatMoment(message.receivedAt, choices.locale),
  }),
  panels: [contentPanel, filesPanel, threadPanel, personPanel, detailsPanel],
  actions: [
    { action: releaseMessages, isShown: isHeld, isNext: ({ status }) => status === 'quarantine' },
    { action: markSpam, isShown: ({ status }) => status !== 'spam' },
    { action: takeMessages, isShown: ({ assignedTo, status }) => assignedTo === null && status !== 'spam' },
    { action: resendMails, isShown: ({ mail, webhook }) => mail === 'failed' || webhook === 'failed' },
  ],
  operations: [
    { operation: answerOperation, isShown: canAnswer, isNext: ({ status }) => status === 'new' },
    { operation: noteOperation, panel: 'thread' },
    { operation: forwardOperation, panel: 'thread', isShown: canForward },
    { operation: assignOperation, panel: 'details' },
  ],
});
