import type { FastifyReply, FastifyRequest } from 'fastify';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormProblem } from '#platform/forms/field.ts';
import { FormFields, FormProblems } from '#platform/forms/form-fields.tsx';
import { email, line } from '#platform/forms/kinds.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { type PrivateView, renderPrivatePage } from '#platform/http/private-page.ts';
import type { LimitUse } from '#platform/limits/limits.ts';
import { listNetworkUses } from '#platform/limits/network.ts';
import { createFormSchema } from '#platform/mutations/form-schema.ts';
import { defineMutation, type MutationCall, type Refusal } from '#platform/mutations/mutation.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { findOrderPath } from '../contract.ts';
import { orderErrors } from '../errors.ts';
import { orderStyles } from '../pages/order-page.tsx';
import { orderTexts as texts } from '../texts.ts';
import { findOrderJob } from './find-order-job.ts';

/** Parameter of the page that is shown after the form was sent. */
const sentParameter = 'sent';

const seconds = 60 * 60;
const perNetwork = { name: 'order-lookups-network', seconds, max: 20 };
const perNumber = { name: 'order-lookups', seconds, max: 5 };
const inAll = { name: 'order-lookups-all', seconds, max: 1_000 };

const createLookupFields = ({ t }: Pick<Shop, 't'>) => ({
  number: line({
    ...{ name: 'order_number', label: t(texts.lookupNumber), hint: t(texts.lookupHint) },
    ...{ required: true, max: 30, isCode: true },
  }),
  email: email({ name: 'order_email', label: t(texts.lookupEmail), required: true, autoComplete: 'email' }),
});

/** Reads an order number as shoppers write it: `#1001`, `No 1001`. */
export function readOrderNumber(typed: string): number | null {
  const digits = /^\D{0,3}(\d{1,15})$/.exec(typed.replaceAll(' ', ''))?.[1];
  return digits === undefined ? null : Number(digits);
}

interface LookupPageProps {
  readonly shop: Shop;
  readonly form?: FormBody;
  readonly problems?: readonly FormProblem[];
  readonly isSent?: boolean;
  readonly isLimited?: boolean;
}

function LookupPage({ shop, form = {}, problems = [], isSent = false, isLimited = false }: LookupPageProps) {
  const { t, choices } = shop;
  const state = { t, form, problems };
  return (
    <div className="wrap wrap--text order">
      <PageHead title={t(texts.lookupTitle)} lead={t(texts.lookupLead)} />
      {isSent ? (
        <Notice kind="success" autoFocus>
          {t(texts.lookupSent)}
        </Notice>
      ) : (
        <form className="stack" method="post" action={findOrderPath} noValidate>
          {isLimited && (
            <Notice kind="warning" autoFocus>
              {t(texts.lookupTooMany)}
            </Notice>
          )}
          <FormProblems state={state} />
          <FormFields fields={createLookupFields(shop)} state={state} />
          <p>
            <Button>{t(texts.lookupSend)}</Button>
          </p>
        </form>
      )}
      <p>
        {t(texts.linkHelp)} <a href={`mailto:${choices.email}`}>{choices.email}</a>
      </p>
    </div>
  );
}

const createView = (props: LookupPageProps): PrivateView => ({
  title: props.shop.t(texts.lookupTitle),
  styles: orderStyles,
  body: <LookupPage {...props} />,
});

export function showLookup(shop: Shop, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const isSent = (request.query as Record<string, unknown>)[sentParameter] === '1';
  return renderPrivatePage(shop, request, reply, createView({ shop, isSent }));
}

type LookupResult =
  | { readonly ok: true }
  | Refusal<'LOOKUP_INVALID', { problems: readonly FormProblem[] }>
  | Refusal<'TOO_MANY_LOOKUPS'>;

/**
 * Mails the link to an order when its number and its email address are known. The link is mailed and not shown, since
 * order numbers are consecutive and other people may know the address. The answer is the same whether the order
 * exists or not.
 */
export const findOrderMutation = defineMutation({
  name: 'orders.find-order',
  description: 'Mails the link to the page of an order to its email address, if number and address match one.',
  schema: createFormSchema(({ shop }) => createLookupFields(shop)),
  errors: orderErrors,
  limits: {
    uses: (call, { values }) => listLimitUses(call, values.number),
    refuse: () => ({ ok: false, code: 'TOO_MANY_LOOKUPS' }),
    countsFailures: true,
  },
  run: async ({ shop }, { values, problems }): Promise<LookupResult> => {
    if (problems.length > 0) return { ok: false, code: 'LOOKUP_INVALID', problems };
    const sentAt = shop.clock.now().getTime();
    // No order has the number 0.
    const wanted = { number: readOrderNumber(values.number) ?? 0, email: values.email, sentAt };
    await inTransaction(shop.db, (tx) => shop.jobs.add(tx, findOrderJob, wanted));
    return { ok: true };
  },
  message: ({ shop }, failure) =>
    failure.code === 'TOO_MANY_LOOKUPS'
      ? shop.t(texts.lookupTooMany)
      : failure.problems.map(({ message }) => message).join(' '),
  form: {
    path: findOrderPath,
    success: () => ({ redirectTo: `${findOrderPath}?${sentParameter}=1` }),
    failure: ({ shop }, failure, { form }) => {
      const view = 'problems' in failure ? { problems: failure.problems } : { isLimited: true };
      return { page: createView({ shop, form, ...view }) };
    },
  },
});

function listLimitUses({ request }: MutationCall, number: string): LimitUse[] {
  return [
    ...listNetworkUses(request, perNetwork),
    { limit: perNumber, key: String(readOrderNumber(number) ?? number.slice(0, 30)) },
    { limit: inAll, key: '' },
  ];
}
