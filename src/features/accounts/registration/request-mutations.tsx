import { createHash } from 'node:crypto';
import type { Config } from '#platform/config/config.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormReply } from '#platform/http/form-reply.ts';
import { clearCookie, getHostCookieName, readCookie, setCookie } from '#platform/http/security/cookies.ts';
import type { LimitUse } from '#platform/limits/limits.ts';
import { getClientNetwork, getClientSite } from '#platform/limits/network.ts';
import { createFormSchema, type SentForm } from '#platform/mutations/form-schema.ts';
import { defineMutation, type MutationCall, type Refusal } from '#platform/mutations/mutation.ts';
import { forgotPasswordPath, registerPath, returnField, signInLinkPath } from '../contract.ts';
import { accountErrors } from '../errors.ts';
import { enqueueLink } from '../links/link-mails.ts';
import { hashPassword } from '../passwords/password.ts';
import { createToken } from '../sessions/session-rows.ts';
import { accountSettings } from '../settings.ts';
import { createMailFields, createRegisterFields } from '../sign-in/form-fields.ts';
import { readReturnPath } from '../sign-in/return-path.ts';
import { createSignInPage } from '../sign-in/sign-in-page.tsx';
import { accountTexts as texts } from '../texts.ts';
import { createMailSentPage, createRequestPage } from './request-pages.tsx';

const hourSeconds = 60 * 60;

/** Mails allowed for a /48 of IPv6 addresses, as a multiple of the mails allowed for one network. */
const networksPerSite = 3;

/**
 * Lists the limits of the mutations in this file: mails to an address, and mails requested from a network. Mails in
 * total are counted when a mail is sent; otherwise requests for mails that nobody receives could use up the limit for
 * all.
 */
export function listMailUses({ shop, request }: Pick<MutationCall, 'shop' | 'request'>, email: string): LimitUse[] {
  const { email: perEmail, network: perNetwork } = shop.settings(accountSettings).mailsPerHour;
  const createUse = (name: string, max: number, key: string | null): LimitUse[] =>
    key === null ? [] : [{ limit: { name, max, seconds: hourSeconds }, key }];
  return [
    ...createUse('account-mails-network', perNetwork, getClientNetwork(request.ip)),
    ...createUse('account-mails-site', perNetwork * networksPerSite, getClientSite(request.ip)),
    ...createUse('account-mails-email', perEmail, email.toLowerCase().slice(0, 300)),
  ];
}

type RequestFailure = Refusal<'ACCOUNT_FORM_INVALID' | 'TOO_MANY_ACCOUNT_MAILS'>;

type RequestResult = { readonly ok: true; readonly email: string; readonly returnTo?: string } | RequestFailure;

/** Name of a cookie that only the registering browser has. With it, the link does not ask for a new password. */
const getBrowserCookie = (config: Config): string => getHostCookieName(config, 'registration');

const hashBrowser = (value: string): Buffer => createHash('sha256').update(value).digest();

export function isBrowserOf(
  { config }: Pick<Shop, 'config'>,
  request: MutationCall['request'],
  browserHash: Buffer | null,
): boolean {
  const value = readCookie(request, getBrowserCookie(config));
  return browserHash !== null && value !== null && hashBrowser(value).equals(browserHash);
}

/** Call it once the registration is confirmed. */
export function clearRegistrationCookie({ config }: Pick<Shop, 'config'>, reply: MutationCall['reply']): void {
  clearCookie(config, reply, getBrowserCookie(config));
}

type MailForm = SentForm<{ readonly email: string }>;

export const mailLimits = {
  uses: (call: MutationCall, { values }: MailForm) => listMailUses(call, values.email),
  refuse: () => ({ ok: false, code: 'TOO_MANY_ACCOUNT_MAILS' }) as const,
  countsFailures: false,
};

/**
 * Requests an account. The account is created when the mailed link is opened, so that nobody registers with another
 * person's address. Known addresses get the same answer.
 */
export const registerMutation = defineMutation({
  name: 'accounts.register',
  description: 'Sends a link that creates an account.',
  schema: createFormSchema(({ shop }) => createRegisterFields(shop)),
  errors: accountErrors,
  limits: mailLimits,
  run: async ({ shop, reply }, { values: { name, email, password }, problems }): Promise<RequestResult> => {
    if (problems.length > 0) return { ok: false, code: 'ACCOUNT_FORM_INVALID' };
    const passwordHash = await hashPassword(password);
    const browser = createToken();
    const minutes = shop.settings(accountSettings).linkMinutes.register;
    const link = { kind: 'register', email, name, passwordHash, browserHash: hashBrowser(browser), minutes } as const;
    await inTransaction(shop.db, (tx) => enqueueLink(shop, tx, link));
    setCookie(shop.config, reply, getBrowserCookie(shop.config), browser, { seconds: minutes * 60, httpOnly: true });
    return { ok: true, email };
  },
  message: formatFailure,
  form: {
    path: registerPath,
    success: ({ shop }, { email }) => ({ page: createMailSentPage(shop, email) }),
    failure: async (call, failure, sent) => ({ page: await createSignInPage(call.shop, toState(call, failure, sent)) }),
  },
});

/** Sends a link to set a password, if the address has an account. Other addresses get the same answer. */
export const forgotPasswordMutation = defineRequestMutation({
  name: 'accounts.request-password',
  description: 'Sends a link to set a password, if there is such an account.',
  kind: 'set-password',
  path: forgotPasswordPath,
});

/** Sends a link to sign in, if the address has an account. Other addresses get the same answer. */
export const signInLinkMutation = defineRequestMutation({
  name: 'accounts.request-sign-in',
  description: 'Sends a link to sign in, if there is such an account.',
  kind: 'sign-in',
  path: signInLinkPath,
});

interface RequestMutation {
  readonly name: string;
  readonly description: string;
  readonly kind: 'set-password' | 'sign-in';
  readonly path: string;
}

function defineRequestMutation({ name, description, kind, path }: RequestMutation) {
  return defineMutation({
    name,
    description,
    schema: createFormSchema(({ shop }) => createMailFields(shop.t)),
    errors: accountErrors,
    limits: mailLimits,
    run: async ({ shop }, { form, values, problems }): Promise<RequestResult> => {
      if (problems.length > 0) return { ok: false, code: 'ACCOUNT_FORM_INVALID' };
      const { setPassword, signIn } = shop.settings(accountSettings).linkMinutes;
      const minutes = kind === 'sign-in' ? signIn : setPassword;
      const returnTo = readReturnPath(form[returnField]);
      await inTransaction(shop.db, (tx) => enqueueLink(shop, tx, { kind, email: values.email, minutes, returnTo }));
      return { ok: true, email: values.email, returnTo };
    },
    message: formatFailure,
    form: {
      path,
      success: ({ shop }, { email, returnTo }): FormReply => ({ page: createMailSentPage(shop, email, returnTo) }),
      failure: (call, failure, sent): FormReply => ({
        page: createRequestPage(call.shop, kind, toState(call, failure, sent)),
      }),
    },
  });
}

function toState(call: MutationCall, failure: RequestFailure, sent: SentForm<unknown>) {
  const { form, problems } = sent;
  const returnTo = readReturnPath(form[returnField]);
  if (failure.code === 'ACCOUNT_FORM_INVALID') return { form, problems, returnTo };
  return { form, returnTo, refusal: formatFailure(call, failure, sent) };
}

function formatFailure({ shop }: MutationCall, { code }: RequestFailure, { problems }: SentForm<unknown>): string {
  if (code === 'ACCOUNT_FORM_INVALID') return problems.map(({ message }) => message).join(' ');
  return shop.t(texts[code]);
}
