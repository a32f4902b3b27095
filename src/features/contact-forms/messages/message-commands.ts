import { saveFile } from '#features/uploads/index.ts';
import type { CliOutput, CommandDefinition } from '#platform/cli/command.ts';
import type { Shop } from '#platform/features/shop.ts';
import { readCount } from '#platform/input/read-number.ts';
import { isEmail, normalizeEmail } from '#platform/mail/email-address.ts';
import { contactFormSettings } from '../settings.ts';
import { findContactForm } from '../sources/find-forms.ts';
import {
  type ContactMessage,
  findMessage,
  listMessages,
  listMessagesOfSender,
  type StoredFile,
} from './find-messages.ts';
import { answerMessage, eraseSender, markAsSpam, maxAnswer, releaseMessage, resendMessage } from './handle-messages.ts';
import { openMessageFiles } from './message-files.ts';
import { listFilePaths } from './send-message-file.ts';
import { listShownFields } from './shown-fields.ts';
import { getWebhookKey } from './webhook.ts';

const perPage = 50;
const statuses = ['new', 'quarantine', 'spam', 'answered'] as const;
const idArgument = { name: '<id>', description: 'id of the message' };
const emailArgument = { name: '<email>', description: 'email address of the sender' };

const readText = (value: string | boolean | undefined) => (typeof value === 'string' ? value : null);

const listCommand: CommandDefinition = {
  name: 'messages list',
  summary: 'list messages of contact forms, newest first',
  requires: 'messages.read',
  options: [
    { flags: '--status <status>', description: statuses.join(', ') },
    { flags: '--form <id>', description: 'of one form' },
    { flags: '--from <email>', description: 'of one sender' },
    { flags: '--search <words>', description: 'with all of these words' },
    { flags: '--mail-failed', description: 'of which the mail server refused a mail for good' },
    { flags: '--webhook-failed', description: 'that the webhook never took' },
    { flags: '--page <page>', description: 'page number, starting at 1' },
  ],
  run: async (shop, { options }, output) => {
    const page = readCount(options.page ?? '1');
    const formId = options.form === undefined ? null : readCount(options.form);
    const status = statuses.find((each) => each === options.status) ?? null;
    if (options.status !== undefined && status === null) {
      output.warn(`--status: expected one of ${statuses.join(', ')}`);
      return 2;
    }
    for (const [name, number] of [['page', page] as const, ['form', formId ?? 1] as const])
      if (!Number.isSafeInteger(number) || number < 1 || number > 2_147_483_647) {
        output.warn(`--${name}: expected a whole number of 1 or more`);
        return 2;
      }
    const [sender, words] = [readText(options.from), readText(options.search)];
    const [isMailFailed, isWebhookFailed] = [options.mailFailed === true, options.webhookFailed === true];
    const filter = { status, formId, sender, words, isMailFailed, isWebhookFailed, page, perPage };
    const messages = await listMessages(shop.db, filter);
    output.table(
      ['id', 'received', 'form', 'status', 'mail', 'sender', 'files', 'reasons'],
      messages.map(({ id, receivedAt, formTitle, status: state, mail, sender: from, files, reasons }) => [
        ...[String(id), formatTime(receivedAt), formTitle, state, mail, from ?? '', String(files.length)],
        reasons.join(', '),
      ]),
    );
    if (messages.length === 0) output.line('No messages.');
    output.result({ messages });
    return 0;
  },
};

const formatTime = (time: Date) => time.toISOString().slice(0, 16).replace('T', ' ');

const showCommand: CommandDefinition = {
  name: 'messages show',
  summary: 'show a message of a contact form',
  requires: 'messages.read',
  arguments: [idArgument],
  run: (shop, { arguments: [id = ''] }, output) =>
    withMessage(shop, id, output, async (message) => {
      const { formTitle, status, reasons, sender, page, mail, webhook, isCleared, receivedAt, fields, files, answers } =
        message;
      output.line(`Message ${message.id}: ${formTitle}, ${formatTime(receivedAt)}, ${status}`);
      if (sender !== null) output.line(`  from: ${sender}`);
      if (page !== null) output.line(`  page: ${page}`);
      output.line(`  mail: ${mail}`);
      if (webhook !== 'none') output.line(`  webhook: ${webhook}`);
      if (isCleared) output.line('  content: deleted, because the form stores nothing');
      if (reasons.length > 0) output.line(`  reasons: ${reasons.join(', ')}`);
      const form = await findContactForm(shop, message.formId);
      for (const { label, value } of listShownFields(shop, form, fields)) output.line(`  ${label}: ${value}`);
      const shown = files.map((file) => ({ ...file, ...listFileAddresses(shop, file) }));
      for (const { id: file, name, bytes, download, preview } of shown) {
        output.line(`  file ${file}: ${name}, ${bytes} bytes`);
        output.line(`    download: ${download}`);
        if (preview !== null) output.line(`    preview: ${preview}`);
      }
      for (const { by, answeredAt, body } of answers) output.line(`  answered by ${by}, ${answeredAt}: ${body}`);
      output.result({ ...message, files: shown });
      return 0;
    }),
};

function listFileAddresses({ config }: Shop, file: StoredFile) {
  const { download, preview } = listFilePaths(file);
  return { download: config.publicUrl + download, preview: preview === null ? null : config.publicUrl + preview };
}

const saveCommand: CommandDefinition = {
  name: 'messages save',
  summary: 'copy the files of a message into a folder',
  requires: 'messages.read',
  arguments: [idArgument, { name: '[folder]', description: 'default: the current one' }],
  run: (shop, { arguments: [id = '', folder = '.'] }, output) =>
    withMessage(shop, id, output, async ({ files }) => {
      const saved: string[] = [];
      for (const file of files) {
        const target = await saveFile(openMessageFiles(shop), file, folder, output);
        if (target === null) return 1;
        saved.push(target);
      }
      output.result({ files: saved });
      return 0;
    }),
};

function defineChange(
  definition: Pick<CommandDefinition, 'name' | 'summary'>,
  change: (shop: Shop, id: number) => Promise<boolean>,
  { done, refused }: { readonly done: string; readonly refused: string },
): CommandDefinition {
  return {
    ...definition,
    requires: 'messages.write',
    arguments: [idArgument],
    run: (shop, { arguments: [id = ''] }, output) =>
      withMessage(shop, id, output, async (message) => {
        const isChanged = await change(shop, message.id);
        output.line(`Message ${message.id} ${isChanged ? done : refused}.`);
        output.result({ ok: true, id: message.id, changed: isChanged });
        return 0;
      }),
  };
}

const releaseCommand = defineChange(
  { name: 'messages release', summary: 'release a message from quarantine: it is mailed now' },
  releaseMessage,
  { done: 'is released', refused: 'is not in quarantine' },
);

const spamCommand = defineChange({ name: 'messages spam', summary: 'mark a message as spam' }, markAsSpam, {
  done: 'is marked as spam',
  refused: 'was marked as spam before',
});

const resendCommand = defineChange(
  { name: 'messages resend', summary: 'send the mails about a message again, and call the webhook that took nothing' },
  resendMessage,
  {
    done: 'is being mailed',
    refused: 'has no mails to send again: they wait for its release, its form sends none, or its content is deleted',
  },
);

const answerCommand: CommandDefinition = {
  name: 'messages answer',
  summary: 'answer a message by mail',
  requires: 'messages.write',
  arguments: [idArgument, { name: '<text>', description: 'the answer, at most 20,000 characters' }],
  run: (shop, { arguments: [id = '', text = ''], actor }, output) =>
    withMessage(shop, id, output, async (message) => {
      const body = text.trim();
      if (body === '' || body.length > maxAnswer) {
        output.warn('<text>: expected 1 to 20,000 characters');
        return 2;
      }
      if (!(await answerMessage(shop, { id: message.id, body, by: actor }))) {
        output.warn(`Message ${message.id} has no address to answer, or is spam.`);
        output.result({ ok: false, code: 'MESSAGE_NOT_ANSWERABLE' });
        return 1;
      }
      output.line(`The answer to message ${message.id} is being mailed.`);
      output.result({ ok: true, id: message.id });
      return 0;
    }),
};

const exportCommand: CommandDefinition = {
  name: 'messages export',
  summary: 'write all messages of an email address as JSON',
  requires: 'customers.export',
  arguments: [emailArgument],
  run: (shop, { arguments: [email = ''] }, output) =>
    withEmail(email, output, async (sender) => {
      const messages = await listMessagesOfSender(shop.db, sender);
      output.line(JSON.stringify(messages, null, 2));
      output.result({ messages });
      return 0;
    }),
};

const eraseCommand: CommandDefinition = {
  name: 'messages erase',
  summary: 'delete all messages of an email address, with files, answers and records of mails',
  requires: 'customers.erase',
  arguments: [emailArgument],
  run: (shop, { arguments: [email = ''] }, output) =>
    withEmail(email, output, async (sender) => {
      const erased = await eraseSender(shop, sender);
      output.line(`${erased} messages were deleted.`);
      output.result({ erased });
      return 0;
    }),
};

async function withEmail(text: string, output: CliOutput, work: (email: string) => Promise<number>): Promise<number> {
  const email = normalizeEmail(text);
  if (isEmail(email)) return work(email);
  output.warn('<email>: expected an email address');
  return 2;
}

async function withMessage(
  shop: Shop,
  id: string,
  output: CliOutput,
  work: (message: ContactMessage) => Promise<number>,
): Promise<number> {
  const message = /^\d{1,15}$/.test(id) ? await findMessage(shop.db, Number(id)) : null;
  if (message) return work(message);
  output.warn(`Message ${id.slice(0, 20)} not found. List them with 'shop messages list'.`);
  output.result({ ok: false, code: 'MESSAGE_NOT_FOUND' });
  return 1;
}

const webhookCommand: CommandDefinition = {
  name: 'messages webhook',
  summary: 'show the address that new messages are sent to, and the key that signs them',
  requires: 'settings.write',
  run: async (shop, _, output) => {
    const url = shop.settings(contactFormSettings).webhook?.reveal() ?? null;
    const key = url === null ? null : getWebhookKey(shop, url);
    output.line(url === null ? 'There is no webhook: set contact-forms.webhook.' : `${url}\nkey: ${key}`);
    output.result({ url, key });
    return 0;
  },
};

export const messageCommands: readonly CommandDefinition[] = [
  ...[listCommand, showCommand, saveCommand, releaseCommand, spamCommand, answerCommand, exportCommand, eraseCommand],
  ...[resendCommand, webhookCommand],
];
