import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Shop } from '#platform/features/shop.ts';
import type { FormProblem } from '#platform/forms/field.ts';
import { FormFields, FormProblems } from '#platform/forms/form-fields.tsx';
import type { FormReply } from '#platform/http/form-reply.ts';
import { type PrivateView, renderPrivatePage } from '#platform/http/private-page.ts';
import { seeOther } from '#platform/http/replies.ts';
import { createSubjectFormSchema } from '#platform/mutations/form-schema.ts';
import { defineMutation, type MutationCall, type Refusal } from '#platform/mutations/mutation.ts';
import { type ActingCustomer, getActor } from '#platform/sessions/actor.ts';
import type { Text } from '#platform/texts/texts.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { detailsPath, linkPath, signInPath } from '../contract.ts';
import { accountErrors } from '../errors.ts';
import { signInRequired, toSignIn } from '../pages/require-customer.ts';
import { accountStyles } from '../parts/account-layout.tsx';
import { hashPassword } from '../passwords/password.ts';
import { newPassword } from '../passwords/password-kind.tsx';
import { clearRegistrationCookie, isBrowserOf } from '../registration/request-mutations.tsx';
import { passFirstStep } from '../sessions/start-session.ts';
import { readReturnPath } from '../sign-in/return-path.ts';
import { accountTexts as texts } from '../texts.ts';
import { applyLink, type UsedLink } from './apply-link.ts';
import { type AccountLink, findLink } from './link-rows.ts';

const createFields = ({ shop, request }: Pick<MutationCall, 'shop' | 'request'>, link: AccountLink) => ({
  password: needsPassword(shop, request, link) ? newPassword(shop, { name: 'new_password', email: link.email }) : null,
});

/** Opening a link changes nothing, because mail scanners open links, too. */
export function registerLinkPage(app: FastifyInstance, shop: Shop): void {
  app.get(linkPath(':token'), async (request, reply) => {
    const { token, link } = await readLink(shop, request);
    hideAddress(reply);
    if (!link) return renderPrivatePage(shop, request, reply, { ...createInvalidPage(shop), status: 410 });
    const refused = findOwnerFailure(link, (await getActor(shop, request)).customer);
    if (refused?.code === 'SIGN_IN_REQUIRED') return seeOther(reply, toSignIn(linkPath(token)));
    if (refused)
      return renderPrivatePage(shop, request, reply, { ...createInvalidPage(shop, texts[refused.code]), status: 403 });
    return renderPrivatePage(shop, request, reply, createLinkPage(shop, request, token, link, []));
  });
}

/** The address contains the token, so it must not reach other sites. */
function hideAddress(reply: FastifyReply): void {
  reply.header('referrer-policy', 'same-origin');
}

async function readLink(
  shop: Shop,
  { params }: FastifyRequest,
): Promise<{ readonly token: string; readonly link: AccountLink | null }> {
  const { token } = params as { token: string };
  const isToken = /^[\w-]{43}$/.test(token);
  return { token, link: isToken ? await findLink(shop.db, token, shop.clock.now()) : null };
}

/** A registration that is confirmed in another browser requires a new password: a stranger may have registered. */
function needsPassword(shop: Shop, request: FastifyRequest, { kind, browserHash }: AccountLink): boolean {
  return kind === 'set-password' || (kind === 'register' && !isBrowserOf(shop, request, browserHash));
}

/**
 * A link that changes an account works only for a person who is signed in to that account. Anybody can have such a
 * link mailed to another person's address, whose mailbox and orders the account would then own.
 */
function findOwnerFailure({ customerId }: AccountLink, customer: ActingCustomer | null) {
  if (customerId === null || customer?.id === customerId) return null;
  return customer === null ? signInRequired : ({ ok: false, code: 'LINK_OF_OTHER_ACCOUNT' } as const);
}

type LinkResult =
  | { readonly ok: true; readonly answer: FormReply }
  | Refusal<'LINK_NOT_VALID' | 'EMAIL_TAKEN' | 'SIGN_IN_REQUIRED' | 'LINK_OF_OTHER_ACCOUNT' | 'ACCOUNT_FORM_INVALID'>;

export const applyLinkMutation = defineMutation({
  name: 'accounts.use-link',
  description: 'Does what a mailed link is for: signs in, sets a password, confirms an email address.',
  schema: createSubjectFormSchema(async ({ shop, request }) => (await readLink(shop, request)).link, createFields),
  errors: accountErrors,
  run: async (call, { subject: link, values, problems }): Promise<LinkResult> => {
    const { shop, request, reply } = call;
    hideAddress(reply);
    if (!link) return { ok: false, code: 'LINK_NOT_VALID' };
    const refused = findOwnerFailure(link, (await call.getActor()).customer);
    if (refused) return refused;
    if (problems.length > 0) return { ok: false, code: 'ACCOUNT_FORM_INVALID' };
    const passwordHash = values.password === undefined ? null : await hashPassword(values.password);
    const { token } = request.params as { token: string };
    const used = await applyLink(shop, { token, passwordHash, sessionId: request.accountSession?.sessionId ?? null });
    if (!used.ok) return used;
    if (link.kind === 'register') clearRegistrationCookie(shop, reply);
    const answer = await answerLink(call, used);
    return answer === null ? { ok: false, code: 'LINK_NOT_VALID' } : { ok: true, answer };
  },
  message: ({ shop }, { code }) => shop.t(texts[code]),
  form: {
    path: linkPath(':token'),
    success: (_, { answer }) => answer,
    failure: ({ shop, request }, { code }, { subject: link, problems }): FormReply => {
      const { token } = request.params as { token: string };
      if (code === 'SIGN_IN_REQUIRED') return { redirectTo: toSignIn(linkPath(token)) };
      if (code !== 'ACCOUNT_FORM_INVALID' || !link) return { page: createInvalidPage(shop, texts[code]) };
      return { page: createLinkPage(shop, request, token, link, problems) };
    },
  },
});

const linkNotices = { register: 'welcome', 'create-account': 'welcome', 'set-password': 'passwordSaved' } as const;

function answerLink(
  call: MutationCall,
  { kind, customer, returnTo }: Extract<UsedLink, { readonly ok: true }>,
): Promise<FormReply | null> | FormReply {
  if (kind === 'change-email' || customer === null)
    return { redirectTo: detailsPath, notices: [{ code: 'emailSaved' }] };
  const notice = kind === 'sign-in' ? {} : { notice: linkNotices[kind] };
  return passFirstStep(call, customer, { returnTo: readReturnPath(returnTo), ...notice });
}

interface LinkTexts {
  readonly title: Text;
  readonly lead: Text;
  readonly button: Text;
}

const pageTexts: Readonly<Record<AccountLink['kind'], LinkTexts>> = {
  register: { title: texts.confirmTitle, lead: texts.confirmLead, button: texts.confirmButton },
  'create-account': { title: texts.createTitle, lead: texts.confirmLead, button: texts.confirmButton },
  'set-password': { title: texts.setPasswordTitle, lead: texts.setPasswordLead, button: texts.setPasswordButton },
  'sign-in': { title: texts.linkSignInTitle, lead: texts.linkSignInLead, button: texts.signIn },
  'change-email': {
    title: texts.confirmEmailTitle,
    lead: texts.confirmEmailLead,
    button: texts.confirmEmailButton,
  },
};

function createLinkPage(
  shop: Shop,
  request: MutationCall['request'],
  token: string,
  link: AccountLink,
  problems: readonly FormProblem[],
): PrivateView {
  const { t } = shop;
  const { title, lead, button } = pageTexts[link.kind];
  const fields = createFields({ shop, request }, link);
  const hasPassword = fields.password !== null;
  const isElsewhere = hasPassword && link.kind === 'register';
  const body = (
    <div className="wrap wrap--text">
      <PageHead title={t(title)} lead={t(isElsewhere ? texts.choosePasswordLead : lead, { email: link.email })} />
      <form className="stack" method="post" action={linkPath(token)}>
        <FormProblems state={{ t, problems }} />
        {hasPassword && (
          <>
            <input type="text" name="username" autoComplete="username" value={link.email} readOnly hidden />
            <FormFields fields={fields} state={{ t, form: {}, problems }} />
          </>
        )}
        <p>
          <Button>{t(button)}</Button>
        </p>
      </form>
    </div>
  );
  return { title: t(title), styles: accountStyles, body };
}

function createInvalidPage({ t }: Shop, reason: Text = texts.LINK_NOT_VALID): PrivateView {
  const title = t(texts.linkInvalidTitle);
  const body = (
    <div className="wrap wrap--text">
      <PageHead title={title} lead={t(reason)} />
      <p>
        <ButtonLink href={signInPath}>{t(texts.backToSignIn)}</ButtonLink>
      </p>
    </div>
  );
  return { title, styles: accountStyles, body };
}
