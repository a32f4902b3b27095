import { randomUUID } from 'node:crypto';
import { findVisibleOrder, type Order } from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormProblem } from '#platform/forms/field.ts';
import { FormFields, FormProblems } from '#platform/forms/form-fields.tsx';
import { choice, group, line, number, text } from '#platform/forms/kinds.ts';
import { toForm } from '#platform/forms/show-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { PrivateView } from '#platform/http/private-page.ts';
import { createSubjectFormSchema } from '#platform/mutations/form-schema.ts';
import { defineMutation, type Refusal } from '#platform/mutations/mutation.ts';
import { Button } from '#ui/button.tsx';
import { PageHead } from '#ui/page-head.tsx';
import type { Declaration } from './declaration.ts';
import { withdrawalErrors } from './errors.ts';
import { ConfirmWithdrawal } from './pages.tsx';
import { orderWithdrawalPath, withdrawalPath } from './paths.ts';
import { formatItems } from './recognize-items.ts';
import { withdrawalTexts as texts } from './texts.ts';
import { listWithdrawableLines, type WithdrawableLine } from './withdrawal-lines.ts';

interface Choice {
  readonly order: Order;
  readonly lines: readonly WithdrawableLine[];
}

export async function loadChoice({ db }: Pick<Shop, 'db'>, order: Order): Promise<Choice> {
  const lines = await listWithdrawableLines(db, order.id, null);
  return { order, lines: lines.filter(({ left }) => left > 0) };
}

const createFields = ({ t, choices }: Shop, { lines }: Choice) => ({
  scope: choice({
    ...{ label: t(texts.scope), required: true },
    options: [
      { value: 'whole', label: t(texts.scopeWhole) },
      { value: 'part', label: t(texts.scopePart) },
    ],
  }),
  items: group({
    label: t(texts.whichItems),
    fields: Object.fromEntries(
      lines.map(({ position, name, left }) => [
        `l${position}`,
        number({
          ...{ label: name, hint: t(texts.unitsLeft, { left }), min: 0, max: left },
          ...{ locale: choices.locale, width: 'half' },
        }),
      ]),
    ),
  }),
  name: line({ label: t(texts.name), required: true, max: 200, autoComplete: 'name' }),
  reason: text({ label: t(texts.reason), note: t(texts.optional), max: 2000 }),
});

interface Typed {
  readonly form?: FormBody;
  readonly problems?: readonly FormProblem[];
}

/** Creates the page of the first step, which asks what the shopper withdraws from. This step declares nothing yet. */
export async function createChoicePage(shop: Shop, open: Choice, typed: Typed = {}): Promise<PrivateView> {
  const { t } = shop;
  const { order, lines } = open;
  const title = t(texts.ofOrder, { number: String(order.number) });
  const fields = createFields(shop, open);
  const name = order.billing ? `${order.billing.first_name} ${order.billing.last_name}`.trim() : '';
  // Preselect no scope: the shopper may mean only some of the items.
  const initial = { scope: '', items: {}, name, reason: '' } as never;
  const state = { t, form: typed.form ?? toForm(initial, fields), problems: typed.problems ?? [] };
  const body = (
    <div className="wrap wrap--text">
      <PageHead title={title} />
      {lines.length === 0 ? (
        <p>{t(texts.nothingLeft)}</p>
      ) : (
        <form className="stack" method="post" action={orderWithdrawalPath(order.token)} noValidate>
          <FormProblems state={state} />
          <FormFields fields={fields} state={state} />
          <p>
            <Button>{t(texts.next)}</Button>
          </p>
        </form>
      )}
      <p>
        {t(texts.otherForm)} <a href={withdrawalPath}>{t(texts.footerLink)}</a>
      </p>
    </div>
  );
  return { title, body };
}

type ChoiceResult =
  | { readonly ok: true; readonly declaration: Declaration }
  | Refusal<'WITHDRAWAL_INVALID', { problems: readonly FormProblem[] }>
  | Refusal<'not_found'>;

/** Leads from the chosen lines of an order to the page whose button declares the withdrawal. Stores nothing. */
export const chooseItemsMutation = defineMutation({
  name: 'withdrawals.choose-items',
  description: 'Shows the declaration of withdrawal from chosen lines of an order, to be confirmed.',
  schema: createSubjectFormSchema(
    async ({ shop, request, reply }): Promise<Choice | null> => {
      const access = await findVisibleOrder(shop, request, reply);
      return access.ok ? loadChoice(shop, access.order) : null;
    },
    ({ shop }, open) => createFields(shop, open),
  ),
  errors: withdrawalErrors,
  run: async ({ shop }, { subject, values, problems }): Promise<ChoiceResult> => {
    if (subject === null) return { ok: false, code: 'not_found' };
    if (problems.length > 0) return { ok: false, code: 'WITHDRAWAL_INVALID', problems };
    const { order, lines } = subject;
    const units = lines.flatMap(({ position }) => {
      const quantity = values.items[`l${position}`] ?? 0;
      return quantity > 0 ? [{ position, quantity }] : [];
    });
    const isWhole = values.scope === 'whole';
    if (!isWhole && units.length === 0) {
      const problem = { field: `items.l${lines[0]?.position ?? 1}`, message: shop.t(texts.chooseNone) };
      return { ok: false, code: 'WITHDRAWAL_INVALID', problems: [problem] };
    }
    const declaration: Declaration = {
      ...{ requestKey: randomUUID(), orderNumber: String(order.number), email: order.email },
      ...{ name: values.name, reason: values.reason, scope: isWhole ? 'whole' : 'part' },
      items: isWhole ? '' : formatItems(shop, order, units),
    };
    return { ok: true, declaration };
  },
  message: (_call, failure) => ('problems' in failure ? failure.problems.map(({ message }) => message).join(' ') : ''),
  form: {
    path: orderWithdrawalPath(':token'),
    success: ({ shop }, { declaration }) => ({
      page: { title: shop.t(texts.confirmTitle), body: <ConfirmWithdrawal shop={shop} declaration={declaration} /> },
      headers: { 'referrer-policy': 'same-origin' },
    }),
    failure: async ({ shop }, failure, { subject, form }) => {
      if (subject === null || !('problems' in failure)) throw new Error('an order that is not visible has no form');
      return { page: await createChoicePage(shop, subject, { form, problems: failure.problems }) };
    },
  },
});
