import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { Text } from '#platform/texts/texts.ts';
import { detailsPath, forgotPasswordPath, linkPath, signInPath } from '../contract.ts';
import { findCredentials } from '../passwords/password-rows.ts';
import { accountSettings } from '../settings.ts';
import { accountTexts as texts } from '../texts.ts';
import { type AccountLink, createLinkToken, findLink, type NewLink, purgeAccountRows, writeLink } from './link-rows.ts';

const linkPayload = z.object({ request: z.uuid() });

/**
 * Writes a link and enqueues its mail. Only the job checks whether the address is known, so that result and duration
 * of the request are the same for all addresses.
 */
export async function enqueueLink(shop: Shop, tx: Tx, link: NewLink): Promise<void> {
  await shop.jobs.add(tx, linkMailJob, { request: await writeLink(shop, tx, link) });
}

interface MailTexts {
  readonly subject: Text;
  readonly text: Text;
  readonly button: Text;
  readonly note: Text;
}

const mailTexts: Readonly<Record<AccountLink['kind'], MailTexts>> = {
  register: {
    subject: texts.registerSubject,
    text: texts.registerMail,
    button: texts.registerButton,
    note: texts.notYouMail,
  },
  'create-account': {
    subject: texts.createSubject,
    text: texts.createMail,
    button: texts.registerButton,
    note: texts.notYouMail,
  },
  'sign-in': { subject: texts.linkSubject, text: texts.linkMail, button: texts.linkButton, note: texts.notYouMail },
  'set-password': {
    subject: texts.resetSubject,
    text: texts.resetMail,
    button: texts.resetButton,
    note: texts.notYouMail,
  },
  'change-email': {
    subject: texts.changeSubject,
    text: texts.changeMail,
    button: texts.changeButton,
    note: texts.notYouMail,
  },
};

/**
 * Mails a link if the link can do anything. A link to an account goes to the account's stored address: PostgreSQL may
 * treat two different addresses as equal, and the typed address may be another person's.
 */
export const linkMailJob = defineJob({
  name: 'accounts:send-link',
  schema: linkPayload,
  run: async (shop, { request }: z.infer<typeof linkPayload>) => {
    const token = createLinkToken(shop, request);
    const link = await findLink(shop.db, token, shop.clock.now());
    if (!link) return;
    const account = await findCredentials(shop.db, link.email);
    const id = `account:${request}`;
    const local = account ? shop.inLocale(account.locale) : shop;
    if (account && (link.kind === 'create-account' || (link.kind === 'register' && account.hash)))
      return withinMailLimit(shop, () => sendKnownMail(local, id, account.email));
    const needsAccount = link.kind === 'sign-in' || link.kind === 'set-password';
    const isUseless = link.kind === 'change-email' ? account !== null : needsAccount && account === null;
    if (isUseless) return;
    const mail = { ...link, email: account?.email ?? link.email };
    await withinMailLimit(shop, () => sendLinkMail(local, id, mail, token));
  },
});

/** @throws when the shop has sent too many mails: the job is repeated as long as the link is valid */
async function withinMailLimit({ limits, settings }: Shop, send: () => Promise<void>): Promise<void> {
  const { all: max } = settings(accountSettings).mailsPerHour;
  const allowance = await limits.consume([{ limit: { name: 'account-mails', max, seconds: 60 * 60 }, key: '' }]);
  if (!allowance.ok)
    throw new Error(`the ${max} mails with links of this hour are sent (accounts.mailsPerHour.all): this one waits`);
  try {
    await send();
  } catch (error) {
    await allowance.giveBack();
    throw error;
  }
}

async function sendLinkMail(
  shop: Shop,
  id: string,
  { kind, email, expiresAt: until }: Pick<AccountLink, 'kind' | 'email' | 'expiresAt'>,
  token: string,
): Promise<void> {
  const { t, choices } = shop;
  const { subject, text, button, note } = mailTexts[kind];
  const title = t(subject, { shop: choices.name });
  const lead = t(text, { shop: choices.name, email });
  const blocks = [
    { kind: 'paragraph', text: lead },
    { kind: 'button', text: t(button), href: linkPath(token) },
    { kind: 'small', text: t(texts.linkUntil, { until }) },
    { kind: 'small', text: t(note) },
  ] as const;
  const mail = shop.renderMail({ title, preview: lead, blocks });
  await shop.mail.send({ id, to: email, replyTo: choices.email, subject: title, ...mail, isSecret: true });
}

/** Mails a person who registers with an address that already has an account. Nobody else learns about the account. */
async function sendKnownMail(shop: Shop, id: string, to: string): Promise<void> {
  const { t, choices } = shop;
  const title = t(texts.knownSubject, { shop: choices.name });
  const lead = t(texts.knownMail, { shop: choices.name });
  const blocks = [
    { kind: 'paragraph', text: lead },
    { kind: 'button', text: t(texts.signIn), href: signInPath },
    { kind: 'link', text: t(texts.forgotPassword), href: forgotPasswordPath },
    { kind: 'small', text: t(texts.notYouMail) },
  ] as const;
  const mail = shop.renderMail({ title, preview: lead, blocks });
  await shop.mail.send({ id, to, replyTo: choices.email, subject: title, ...mail });
}

const noticePayload = z.object({
  id: z.uuid(),
  to: z.string().max(320),
  subject: z.string().max(500),
  text: z.string().max(2_000),
  /** Page on which the reader can react. Null: no link. Default: the details of the account. */
  link: z
    .object({ text: z.string().max(200), href: z.string().max(500) })
    .nullable()
    .optional(),
});

/**
 * Notifies a customer that the sign-in of the account has changed.
 * @param notice `to`: the address before the change
 */
export async function enqueueNotice(
  shop: Shop,
  tx: Tx,
  notice: Omit<z.infer<typeof noticePayload>, 'id'>,
): Promise<void> {
  await shop.jobs.add(tx, noticeMailJob, { ...notice, id: randomUUID() });
}

export const noticeMailJob = defineJob({
  name: 'accounts:send-notice',
  schema: noticePayload,
  run: async (shop, { id, to, subject, text, link }: z.infer<typeof noticePayload>) => {
    const { t, choices } = shop;
    const shown = link === undefined ? { text: t(texts.details), href: detailsPath } : link;
    const blocks = [
      { kind: 'paragraph', text } as const,
      ...(shown === null ? [] : [{ kind: 'link', ...shown } as const]),
    ];
    const mail = shop.renderMail({ title: subject, preview: text, blocks });
    await shop.mail.send({ id: `account:${id}:notice`, to, replyTo: choices.email, subject, ...mail });
  },
});

export function createChangeNotice({ t, choices }: Shop, change: 'password' | 'email') {
  const isPassword = change === 'password';
  return {
    subject: t(isPassword ? texts.passwordChangedSubject : texts.emailChangedSubject, { shop: choices.name }),
    text: t(isPassword ? texts.passwordChangedMail : texts.emailChangedMail, { email: choices.email }),
  };
}

export const purgeAccountsJob = defineJob({
  name: 'accounts:purge',
  every: '25 4 * * *',
  run: (shop) => purgeAccountRows(shop),
});
