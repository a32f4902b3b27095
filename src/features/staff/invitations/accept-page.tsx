import type { FastifyInstance } from 'fastify';
import {
  accountStyles,
  findInvitation,
  findRole,
  hashPassword,
  type Invitation,
  isFresh,
  newPassword,
  passFirstStep,
  signOutPath,
  toSignIn,
  toSignInAgain,
} from '#features/accounts/index.ts';
import { passkeysPath } from '#features/passkeys/index.ts';
import { adminPath } from '#platform/admin/contract.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormState } from '#platform/forms/field.ts';
import { FormField, FormProblems } from '#platform/forms/form-fields.tsx';
import { line } from '#platform/forms/kinds.ts';
import { readSingleLine } from '#platform/forms/read-form.ts';
import type { FormReply } from '#platform/http/form-reply.ts';
import { type PrivateView, renderPrivatePage } from '#platform/http/private-page.ts';
import { seeOther } from '#platform/http/replies.ts';
import { createFormSchema, type SentForm } from '#platform/mutations/form-schema.ts';
import { defineMutation, type MutationCall, type Refusal } from '#platform/mutations/mutation.ts';
import { getActor } from '#platform/sessions/actor.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { invitationPath } from '../contract.ts';
import { staffErrors } from '../errors.ts';
import { staffTexts as texts } from '../texts.ts';
import { acceptSignedIn, acceptWithNewAccount, hasAccount } from './accept-invitation.ts';

/** Name and value of the button that accepts without a password. */
const wayField = 'way';
const passkeyWay = 'passkey';

const createFields = (shop: Shop, email: string) => ({
  name: line({ name: 'name', label: shop.t(texts.yourName), required: true, max: 200, autoComplete: 'name' }),
  password: newPassword(shop, { name: 'new_password', label: shop.t(texts.password), email }),
});

type Failure = 'INVITATION_NOT_VALID' | 'INVITATION_OF_OTHER' | 'SIGN_IN_REQUIRED' | 'FRESH_SIGN_IN_REQUIRED';

/** The invited person, who either has no account yet or is signed in to it. */
type Guest = { readonly ok: true; readonly isNew: boolean; readonly invitation: Invitation };

async function findGuest(
  { shop, request, getActor: findActor }: Pick<MutationCall, 'shop' | 'request' | 'getActor'>,
  token: string,
): Promise<Guest | Refusal<Failure>> {
  const invitation = await findInvitation(shop.db, token, shop.clock.now());
  if (invitation === null) return { ok: false, code: 'INVITATION_NOT_VALID' };
  const { customer } = await findActor();
  if (customer === null) {
    const isNew = !(await hasAccount(shop, invitation.email));
    return isNew ? { ok: true, isNew, invitation } : { ok: false, code: 'SIGN_IN_REQUIRED' };
  }
  if (customer.email.toLowerCase() !== invitation.email.toLowerCase())
    return { ok: false, code: 'INVITATION_OF_OTHER' };
  return isFresh(shop, request)
    ? { ok: true, isNew: false, invitation }
    : { ok: false, code: 'FRESH_SIGN_IN_REQUIRED' };
}

/** Opening the link changes nothing yet, because programs that scan mails open links too. */
export function registerAcceptPage(app: FastifyInstance, shop: Shop): void {
  app.get(invitationPath(':token'), async (request, reply) => {
    const { token } = request.params as { token: string };
    // The URL contains the token, so it must not reach other sites.
    reply.header('referrer-policy', 'same-origin');
    const guest = await findGuest({ shop, request, getActor: () => getActor(shop, request) }, token);
    if (guest.ok) return renderPrivatePage(shop, request, reply, await createAcceptPage(shop, token, guest, null));
    if (guest.code === 'SIGN_IN_REQUIRED') return seeOther(reply, toSignIn(invitationPath(token)));
    if (guest.code === 'FRESH_SIGN_IN_REQUIRED') return seeOther(reply, toSignInAgain(invitationPath(token)));
    return renderPrivatePage(shop, request, reply, createInvalidPage(shop, guest.code));
  });
}

async function createAcceptPage(
  shop: Shop,
  token: string,
  { isNew, invitation }: Guest,
  sent: Pick<FormState, 'form' | 'problems'> | null,
): Promise<PrivateView> {
  const { t } = shop;
  const { email, role, invitedBy: by } = invitation;
  const title = t(texts.acceptTitle, { shop: shop.choices.name });
  const needsFactor = (await findRole(shop.db, role))?.needsSecondFactor ?? false;
  const state = { t, form: {}, ...sent };
  const fields = createFields(shop, email);
  const body = (
    <div className="wrap wrap--text">
      <PageHead title={title} lead={t(texts.acceptLead, { by, role, email })}>
        {needsFactor && <p>{t(texts.acceptFactor)}</p>}
      </PageHead>
      <form className="stack" method="post" action={invitationPath(token)}>
        <FormProblems state={state} />
        {isNew && (
          <>
            <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
            <FormField field={fields.name} state={state} />
            <FormField field={fields.password} state={state} />
          </>
        )}
        <p>
          <Button>{t(texts.accept)}</Button>
        </p>
        {isNew && (
          <>
            <p>
              <Button look="quiet" name={wayField} value={passkeyWay} formNoValidate>
                {t(texts.passkeyInstead)}
              </Button>
            </p>
            <p>{t(texts.passkeyHint)}</p>
          </>
        )}
      </form>
    </div>
  );
  return { title, styles: accountStyles, body };
}

function createInvalidPage({ t }: Shop, code: 'INVITATION_NOT_VALID' | 'INVITATION_OF_OTHER'): PrivateView {
  const title = t(texts.invalidTitle);
  const body = (
    <div className="wrap wrap--text">
      <PageHead title={title} lead={t(texts[code])} />
      {code === 'INVITATION_OF_OTHER' ? (
        <form method="post" action={signOutPath}>
          <Button look="quiet">{t(texts.signOut)}</Button>
        </form>
      ) : (
        <p>
          <ButtonLink href="/">{t(texts.toShop)}</ButtonLink>
        </p>
      )}
    </div>
  );
  return { title, styles: accountStyles, body, status: staffErrors.codes[code].status };
}

type AcceptResult =
  | { readonly ok: true; readonly answer: FormReply }
  | Refusal<'INVITATION_NOT_VALID' | 'INVITATION_OF_OTHER'>
  | Refusal<'STAFF_FORM_INVALID', { guest: Guest }>;

export const acceptInvitationMutation = defineMutation({
  name: 'staff.accept-invitation',
  description: 'Accepts an invitation: makes an account, or who is signed in, staff.',
  schema: createFormSchema(async ({ shop, request }) => {
    const { token } = request.params as { token: string };
    const invitation = await findInvitation(shop.db, token, shop.clock.now());
    return createFields(shop, invitation?.email ?? '');
  }),
  errors: staffErrors,
  run: async (call, sent): Promise<AcceptResult> => {
    const { token } = call.request.params as { token: string };
    call.reply.header('referrer-policy', 'same-origin');
    const guest = await findGuest(call, token);
    if (guest.ok) return accept(call, token, guest, sent);
    if (guest.code === 'INVITATION_NOT_VALID' || guest.code === 'INVITATION_OF_OTHER')
      return { ok: false, code: guest.code };
    const toPage = guest.code === 'SIGN_IN_REQUIRED' ? toSignIn : toSignInAgain;
    return { ok: true, answer: { redirectTo: toPage(invitationPath(token)) } };
  },
  message: ({ shop }, { code }) => shop.t(texts[code]),
  form: {
    path: invitationPath(':token'),
    success: (_, { answer }) => answer,
    failure: async ({ shop, request }, failure, { form, problems }): Promise<FormReply> => {
      if (failure.code !== 'STAFF_FORM_INVALID') return { page: createInvalidPage(shop, failure.code) };
      const { token } = request.params as { token: string };
      return { page: await createAcceptPage(shop, token, failure.guest, { form, problems }) };
    },
  },
});

type Sent = SentForm<{ readonly name: string; readonly password: string }>;

async function accept(
  call: MutationCall,
  token: string,
  guest: Guest,
  { form, values, problems }: Sent,
): Promise<AcceptResult> {
  const { shop, request } = call;
  const notValid = { ok: false, code: 'INVITATION_NOT_VALID' } as const;
  const { customer } = await call.getActor();
  const sessionId = request.accountSession?.sessionId;
  if (customer !== null && sessionId !== undefined) {
    const isStaff = await acceptSignedIn(shop, token, { customer, sessionId });
    return isStaff ? { ok: true, answer: { redirectTo: adminPath() } } : notValid;
  }
  const isByPasskey = readSingleLine(form, wayField) === passkeyWay;
  if (!isByPasskey && problems.length > 0) return { ok: false, code: 'STAFF_FORM_INVALID', guest };
  const hash = isByPasskey ? null : await hashPassword(values.password);
  const joined = await acceptWithNewAccount(shop, token, { name: values.name, hash });
  const answer = joined && (await passFirstStep(call, joined, { returnTo: isByPasskey ? passkeysPath : adminPath() }));
  return answer ? { ok: true, answer } : notValid;
}
