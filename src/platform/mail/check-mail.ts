import { adminPath, shopPagePath } from '#platform/admin/contract.ts';
import type { Finding, ShopCheck } from '#platform/checks/checks.ts';
import { listMails, type MailEntry } from './records.ts';

const what = 'Mail';

/** The newest mails show whether sending works now. */
const sample = { start: '', page: 1, perPage: 50 } as const;

/** Whether the domain of an address is reserved for examples, so that nobody owns it. */
const isExample = (address: string): boolean =>
  /[@.](example|test|invalid|localhost|example\.(com|net|org))>?$/i.test(address);

/** Checks that replies to mails arrive, and that mail servers accept mails from the sender. */
export const checkSender: ShopCheck = async ({ config, choices: { email } }) => {
  const finding = { what: 'Mail sender' };
  const wrong = [config.mailFrom ?? email, email].find(isExample);
  if (config.mode === 'demo' || wrong === undefined)
    return [{ ...finding, state: 'ok', text: config.mailFrom ?? email, about: 'shop' }];
  const isFromEnvironment = wrong === config.mailFrom;
  return [
    {
      ...{ ...finding, state: 'error', about: 'shop' },
      text: `${wrong} is an address of examples: mails would be refused, and answers lost`,
      ...(isFromEnvironment
        ? { action: 'Set MAIL_FROM to an address of the shop, or leave it out' }
        : { action: "Enter the shop's email address (shop.email)", path: shopPagePath }),
    },
  ];
};

/** Checks that mails leave the shop, because shoppers get their order confirmations by mail. */
export const checkMail: ShopCheck = async ({ config, db, mail }, { isForOperator }) => {
  const failures = listFailures(await listMails(db, sample));
  if (config.mailUrl === null) {
    if (config.mode === 'demo')
      return [{ what, state: 'ok', text: 'kept in the outbox, nothing is sent' }, ...failures];
    const text = 'no mail server is set: nobody gets a confirmation, mails are kept in the outbox';
    return [{ what, state: 'error', text, action: 'Set MAIL_URL, such as smtp://user:password@mail.example:587' }];
  }
  if (!isForOperator) return failures;
  const verified = await mail.verify();
  if (!verified.ok) {
    const text = `the mail server can't be used: ${verified.reason}`;
    return [{ what, state: 'error', text, action: 'Check MAIL_URL, and that this machine may reach it' }, ...failures];
  }
  return failures.length > 0 ? failures : [{ what, state: 'ok', text: 'the mail server answers' }];
};

/** @param mails mails from the newest to the oldest */
function listFailures(mails: readonly MailEntry[]): Finding[] {
  const tried = mails.filter(({ state, error }) => state === 'sent' || error !== null);
  const failed = tried.filter(({ error }) => error !== null);
  const [newest] = failed;
  if (!newest) return [];
  // A refused mail is a problem of its address only. If the newest attempt failed, sending does not work at all.
  const isBroken = tried[0] === newest && newest.state !== 'refused';
  return [
    {
      what,
      state: 'warning',
      text: isBroken
        ? `the last mail was not sent: ${newest.error}`
        : `${failed.length} of the last ${tried.length} mails were not sent, the newest with ${newest.error}`,
      action: 'Look at those that were not sent',
      path: adminPath('mails?view=failed'),
    },
  ];
}
