import { FormFields } from '#platform/forms/form-fields.tsx';
import { toForm } from '#platform/forms/show-form.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { Button } from '#ui/button.tsx';
import { createNewEmailFields, newEmailField } from '../confirm/confirmation-mails.ts';
import { changeEmailPath, resendConfirmPath } from '../contract.ts';
import type { Order } from '../order.ts';
import { orderTexts as texts } from '../texts.ts';

export interface EmailForm {
  /** The address that the shopper typed last. `error`: why it was refused. */
  readonly typed: string;
  readonly error: string | undefined;
}

interface AwaitingConfirmationProps {
  readonly context: RenderContext;
  readonly order: Order;
  readonly shopEmail: string;
  /** Null for a reader who only has the link of a mail. */
  readonly emailForm: EmailForm | null;
}

/** Tells the shopper to confirm the order first, and what to do when no mail arrives. */
export function AwaitingConfirmation({ context, order, shopEmail, emailForm }: AwaitingConfirmationProps) {
  const { t } = context;
  return (
    <section className="order__part">
      <h2>{t(texts.nextTitle)}</h2>
      <div className="stack">
        <p>{t(order.paymentInstructions.length > 0 ? texts.nextPay : texts.nextLater)}</p>
        <p>{t(texts.nextExpires, { due: order.dueAt ?? order.createdAt })}</p>
        {emailForm && (
          <>
            <p>{t(texts.nextMail)}</p>
            <form method="post" action={resendConfirmPath(order.token)}>
              <Button look="quiet">{t(texts.sendAgain)}</Button>
            </form>
            <ChangeEmail context={context} order={order} emailForm={emailForm} />
          </>
        )}
        <p>
          {t(texts.nextHelp)} <a href={`mailto:${shopEmail}`}>{shopEmail}</a>
        </p>
      </div>
    </section>
  );
}

function ChangeEmail({
  context,
  order,
  emailForm: { typed, error },
}: Pick<AwaitingConfirmationProps, 'context' | 'order'> & { readonly emailForm: EmailForm }) {
  const { t } = context;
  const fields = createNewEmailFields(context);
  const problems = error === undefined ? [] : [{ field: newEmailField, message: error }];
  return (
    <details className="order__change" open={error !== undefined}>
      <summary>{t(texts.changeEmail)}</summary>
      <form className="stack" method="post" action={changeEmailPath(order.token)}>
        <FormFields fields={fields} state={{ t, form: toForm({ email: typed }, fields), problems }} />
        <Button look="quiet">{t(texts.changeEmailButton)}</Button>
      </form>
    </details>
  );
}
