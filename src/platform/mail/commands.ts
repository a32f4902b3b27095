import type { CliOutput, CommandDefinition } from '#platform/cli/command.ts';
import type { Shop } from '#platform/features/shop.ts';
import { readCount } from '#platform/input/read-number.ts';
import { type OpenedMail, openMail } from './opened-mail.ts';
import { listMails } from './records.ts';
import { resendMail } from './resend-mail.ts';

const idArgument = [{ name: '<id>', description: 'id of the mail, such as order:1001:confirmation' }];
const perPage = 50;

const listCommand: CommandDefinition = {
  name: 'mails list',
  summary: 'list mails with their state, newest first',
  requires: 'mails.read',
  options: [
    { flags: '--of <start>', description: 'only mails whose id begins with this, such as order:1001:' },
    { flags: '--page <page>', description: 'page number, starting at 1' },
  ],
  run: async (shop, { options }, output) => {
    const page = readCount(options.page ?? '1');
    if (!Number.isSafeInteger(page) || page < 1 || page > 1_000_000) {
      output.warn('--page: expected a whole number of 1 or more');
      return 2;
    }
    const mails = await listMails(shop.db, { start: String(options.of ?? ''), page, perPage });
    output.table(
      ['id', 'state', 'to', 'subject', 'time', 'error'],
      mails.map(({ id, state, to, subject, createdAt, sentAt, error }) => [
        ...[id, state, to, subject],
        (sentAt ?? createdAt).toISOString(),
        error ?? '',
      ]),
    );
    output.result({ mails });
    return 0;
  },
};

const showCommand: CommandDefinition = {
  name: 'mails show',
  summary: 'show a mail as plain text without its links, and its state',
  requires: 'mails.read',
  arguments: idArgument,
  run: (shop, { arguments: [id = ''] }, output) =>
    withMail(shop, id, output, async (mail) => {
      output.line(`${mail.subject}, to ${mail.to}: ${mail.state}, ${mail.attempts} attempts`);
      for (const name of mail.attachments) output.line(`Attachment: ${name}`);
      output.line(mail.text ?? '(Its content was not kept.)');
      output.result({ ...mail });
      return 0;
    }),
};

const resendCommand: CommandDefinition = {
  name: 'mails resend',
  summary: 'send a mail once more, as it was',
  requires: 'mails.write',
  arguments: idArgument,
  run: (shop, { arguments: [id = ''] }, output) =>
    withMail(shop, id, output, async ({ to }) => {
      const result = await resendMail(shop, id, { isAgain: true });
      output.result(result);
      if (result.ok) {
        output.line(`It is sent again to ${to}, as ${result.id}.`);
        return 0;
      }
      output.warn(reasons[result.code]);
      return 1;
    }),
};

const reasons = {
  MAIL_NOT_FOUND: 'There is no such mail any more.',
  MAIL_NOT_SENT: 'It was not sent yet: the shop still tries.',
  MAIL_NOT_KEPT: 'Its content was not kept.',
  MAIL_SENT_BEFORE: 'It was sent before.',
};

async function withMail(
  shop: Shop,
  id: string,
  output: CliOutput,
  work: (mail: OpenedMail) => Promise<number>,
): Promise<number> {
  const mail = await openMail(shop.db, id);
  if (mail) return work(mail);
  output.warn(`Mail ${id.slice(0, 120)} not found. List mails with 'shop mails list'.`);
  output.result({ ok: false, code: 'MAIL_NOT_FOUND' });
  return 1;
}

export const mailCommands: readonly CommandDefinition[] = [listCommand, showCommand, resendCommand];
