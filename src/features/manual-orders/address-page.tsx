import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Address, type AddressKind, createAddressField } from '#features/addresses/index.ts';
import { changeAddress, getOrder, type Order } from '#features/orders/index.ts';
import { adminPath } from '#platform/admin/contract.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormProblem } from '#platform/forms/field.ts';
import { FormFields, FormProblems } from '#platform/forms/form-fields.tsx';
import { toForm } from '#platform/forms/show-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { type PrivateView, renderPrivatePage } from '#platform/http/private-page.ts';
import { createSubjectFormSchema } from '#platform/mutations/form-schema.ts';
import { defineMutation, type MutationCall } from '#platform/mutations/mutation.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { manualOrderErrors } from './errors.ts';
import { manualOrderTexts as texts } from './texts.ts';

export const orderAddressPath = (number: number | ':number', kind: AddressKind | ':kind'): string =>
  adminPath(`orders/${number}/address/${kind}`);

export function registerAddressRoutes(app: FastifyInstance, shop: Shop): void {
  const config = { requires: 'orders.write' };
  app.get(orderAddressPath(':number', ':kind'), { config }, async (request, reply) => {
    const found = await findAddress(shop, request);
    if (!found) return reply.callNotFound();
    const form = toForm(found, getFields({ shop }, found));
    const isSaved = new URLSearchParams(request.url.split('?', 2)[1]).has('saved');
    return renderPrivatePage(shop, request, reply, renderAddress(shop, found, { form, isSaved }));
  });
}

/** Corrects an address of an order. */
export const correctAddress = defineMutation({
  name: 'manual-orders.correct-address',
  description: 'Corrects an address of an order of which nothing was shipped.',
  schema: createSubjectFormSchema(({ shop, request }) => findAddress(shop, request), getFields),
  requires: 'orders.write',
  errors: manualOrderErrors,
  run: async ({ shop, getActor }, { subject, values, problems }) => {
    if (!subject) return { ok: false, code: 'not_found' };
    if (problems.length > 0) return { ok: false, code: 'ADDRESS_INVALID' };
    const { order, kind } = subject;
    const change = { orderId: order.id, kind, address: values.address, by: await getActor() };
    const result = await inTransaction(shop.db, (tx) => changeAddress(shop, tx, change));
    if (!result.ok) return { ok: false, code: 'ADDRESS_FIXED' };
    return { ok: true, page: orderAddressPath(order.number, kind) };
  },
  form: {
    path: orderAddressPath(':number', ':kind'),
    success: (_call, { page }) => ({ redirectTo: `${page}?saved=1` }),
    failure: ({ shop }, { code }, { subject, form, problems }) => {
      if (!subject) return { redirectTo: adminPath() };
      const failure = code === 'ADDRESS_FIXED' ? { failure: shop.t(texts.STATUS_NOT_ALLOWED) } : {};
      return { page: renderAddress(shop, subject, { form, problems, ...failure }) };
    },
    update: ({ shop }, { subject, form }) =>
      subject ? { page: renderAddress(shop, subject, { form }) } : { redirectTo: adminPath() },
  },
});

interface FoundAddress {
  readonly order: Order;
  readonly kind: AddressKind;
  /** As it is. */
  readonly address: Address;
}

async function findAddress(shop: Shop, { params }: FastifyRequest): Promise<FoundAddress | null> {
  const { number = '', kind: sentKind } = params as { readonly number?: string; readonly kind?: string };
  const kind = (['billing', 'shipping'] as const).find((each): each is AddressKind => each === sentKind);
  if (!kind || !/^\d{1,15}$/.test(number)) return null;
  const order = await getOrder(shop.db, { number: Number(number) });
  const address = kind === 'billing' ? order?.billing : order?.delivery;
  if (!order || !address) return null;
  return { order, kind, address };
}

function getFields({ shop: { t, choices } }: Pick<MutationCall, 'shop'>, { kind, address }: FoundAddress) {
  // The shop may have stopped selling to the country of an older order.
  const countries = [...new Set([...choices.countries, address.country])];
  return { address: createAddressField({ t, locale: choices.locale }, { kind, countries }) };
}

interface AddressState {
  readonly form: FormBody;
  readonly problems?: readonly FormProblem[];
  readonly failure?: string;
  readonly isSaved?: boolean;
}

function renderAddress(
  shop: Shop,
  found: FoundAddress,
  { form, problems, failure, isSaved = false }: AddressState,
): PrivateView {
  const { t } = shop;
  const { order, kind } = found;
  const number = String(order.number);
  const state = { t, form, problems };
  const title = t(kind === 'billing' ? texts.billingTitle : texts.deliveryTitle, { number });
  const body = (
    <div className="wrap wrap--text">
      <header className="page-head">
        <h1>{title}</h1>
        <p className="lead">{t(texts.addressLead)}</p>
      </header>
      <div className="stack">
        {isSaved && (
          <Notice kind="success" autoFocus>
            {t(texts.saved)}
          </Notice>
        )}
        {failure && (
          <Notice kind="error" autoFocus>
            {failure}
          </Notice>
        )}
        <FormProblems state={state} />
        <form className="stack" method="post" action={orderAddressPath(order.number, kind)}>
          <FormFields fields={getFields({ shop }, found)} state={state} />
          <Button>{t(texts.save)}</Button>
        </form>
      </div>
    </div>
  );
  return { layout: 'admin', title, body };
}
