import type { FastifyInstance } from 'fastify';
import {
  accountStyles,
  enqueueNotice,
  findDeviceOfCustomer,
  findPendingSignIn,
  finishSignIn,
} from '#features/accounts/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { FormFields } from '#platform/forms/form-fields.tsx';
import type { FormReply } from '#platform/http/form-reply.ts';
import { type PrivateView, renderPrivatePage } from '#platform/http/private-page.ts';
import { seeOther } from '#platform/http/replies.ts';
import { createFormSchema } from '#platform/mutations/form-schema.ts';
import { defineMutation, type MutationCall, type Refusal } from '#platform/mutations/mutation.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { checkCode } from '../code/check-code.ts';
import { isRecoveryCode } from '../code/recovery-codes.ts';
import { createCodeFields, createRecoveryFields } from '../code-field.tsx';
import { secondStepPath, signInPath } from '../contract.ts';
import { twoFactorErrors } from '../errors.ts';
import { createNotice } from '../notices.ts';
import { twoFactorTexts as texts } from '../texts.ts';

/** Registers the page that asks for the code of a sign-in. The page needs the cookie of the first step. */
export function registerSecondStepPage(app: FastifyInstance, shop: Shop): void {
  app.get(secondStepPath, async (request, reply) => {
    if ((await findPendingSignIn(shop, request)) === null) return seeOther(reply, signInPath);
    return renderPrivatePage(shop, request, reply, createPage(shop, null));
  });
}

type StepResult =
  | { readonly ok: true; readonly answer: FormReply }
  | Refusal<'CODE_WRONG' | 'TOO_MANY_CODES' | 'SIGN_IN_EXPIRED'>;

export const secondStepMutation = defineMutation({
  name: 'two-factor.check-code',
  description: 'Finishes a sign-in with the code of an app, or with a recovery code.',
  schema: createFormSchema(({ shop }) => createCodeFields(shop.t)),
  errors: twoFactorErrors,
  run: async (call, { values: { code } }): Promise<StepResult> => {
    const { shop, request } = call;
    const pending = await findPendingSignIn(shop, request);
    if (pending === null) return { ok: false, code: 'SIGN_IN_EXPIRED' };
    const device = await findDeviceOfCustomer(call, pending.id);
    const check = await checkCode(shop, pending, { typed: code, device });
    if (check === 'refused') return { ok: false, code: 'TOO_MANY_CODES' };
    if (check === 'wrong') return { ok: false, code: 'CODE_WRONG' };
    const answer = await finishSignIn(call, pending);
    if (answer === null) return { ok: false, code: 'SIGN_IN_EXPIRED' };
    if (isRecoveryCode(code)) {
      const notice = { to: pending.email, ...createNotice(shop, 'used') };
      await inTransaction(shop.db, (tx) => enqueueNotice(shop, tx, notice));
    }
    return { ok: true, answer };
  },
  message: ({ shop }, { code }) => shop.t(texts[code]),
  form: {
    path: secondStepPath,
    success: (_, { answer }) => answer,
    failure: ({ shop }: MutationCall, { code }): FormReply =>
      code === 'SIGN_IN_EXPIRED' ? { redirectTo: signInPath } : { page: createPage(shop, shop.t(texts[code])) },
  },
});

function createPage(shop: Shop, refusal: string | null): PrivateView {
  const { t } = shop;
  const title = t(texts.stepTitle);
  const state = { t, form: {} };
  const body = (
    <div className="wrap wrap--text">
      <PageHead title={title} lead={t(texts.stepLead)} />
      <div className="stack">
        <Notice kind="error" autoFocus>
          {refusal}
        </Notice>
        <form className="stack" method="post" action={secondStepPath}>
          <FormFields fields={createCodeFields(t)} state={state} />
          <p className="account-forms__end">
            <Button>{t(texts.signIn)}</Button>
            <a href={signInPath}>{t(texts.startOver)}</a>
          </p>
        </form>
        <details className="fold">
          <summary className="fold__title">{t(texts.withRecovery)}</summary>
          <form className="stack" method="post" action={secondStepPath}>
            <FormFields fields={createRecoveryFields(t)} state={state} />
            <p>
              <Button look="quiet">{t(texts.signIn)}</Button>
            </p>
          </form>
        </details>
      </div>
    </div>
  );
  return { title, styles: accountStyles, body };
}
