import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  AddressFields,
  type AddressForm,
  type AddressKind,
  readAddress,
  toAddressForm,
  updateAddressField,
} from '#features/addresses/index.ts';
import { changeAddress, getOrder, type Order } from '#features/orders/index.ts';
import { adminPath } from '#platform/admin/contract.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormProblem } from '#platform/forms/fields.ts';
import { formBody } from '#platform/forms/read-form.ts';
import { formTexts } from '#platform/forms/texts.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { type PrivateView, renderPrivatePage } from '#platform/http/private-page.ts';
import { defineMutation } from '#platform/mutations/mutation.ts';
import { Button } from '#ui/button.tsx';
import { FormProblems } from '#ui/form-field.tsx';
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
    const isSaved = new URLSearchParams(request.url.split('?', 2)[1]).has('saved');
    return renderPrivatePage(shop, request, reply, renderAddress(shop, found, { form: found.form, isSaved }));
  });
}

/** Corrects an address of an order. */
export const correctAddress = defineMutation({
  name: 'manual-orders.correct-address',
  description: 'Corrects an address of an order of which nothing was shipped.',
  schema: formBody,
  requires: 'orders.write',
  errors: manualOrderErrors,
  run: async ({ shop, request, getActor }, form) => {
    const found = await findAddress(shop, request);
    if (!found) return { ok: false, code: 'not_found', found, form, problems: [] };
    const { order, fields } = found;
    const { address, problems } = readAddress(shop.t, form, fields);
    if (updateAddressField in form) return { ok: false, code: 'ADDRESS_INVALID', found, form, problems: [] };
    if (problems.length > 0) return { ok: false, code: 'ADDRESS_INVALID', found, form, problems };
    const change = { orderId: order.id, kind: fields.kind, address, by: await getActor() };
    const result = await inTransaction(shop.db, (tx) => changeAddress(shop, tx, change));
    if (!result.ok) return { ok: false, code: 'ADDRESS_FIXED', found, form, problems };
    return { ok: true, page: orderAddressPath(order.number, fields.kind) };
  },
  form: {
    path: orderAddressPath(':number', ':kind'),
    success: (_call, { page }) => ({ redirectTo: `${page}?saved=1` }),
    failure: ({ shop }, { code, found, form, problems }) => {
      if (!found) return { redirectTo: adminPath() };
      const failure = code === 'ADDRESS_FIXED' ? { failure: shop.t(texts.STATUS_NOT_ALLOWED) } : {};
      return { page: renderAddress(shop, found, { form, problems, ...failure }) };
    },
  },
});

interface FoundAddress {
  readonly order: Order;
  readonly fields: AddressForm;
  /** The form with the address as it is. */
  readonly form: FormBody;
}

async function findAddress(shop: Shop, { params }: FastifyRequest): Promise<FoundAddress | null> {
  const { number = '', kind: sentKind } = params as { readonly number?: string; readonly kind?: string };
  const kind = (['billing', 'shipping'] as const).find((each): each is AddressKind => each === sentKind);
  if (!kind || !/^\d{1,15}$/.test(number)) return null;
  const order = await getOrder(shop.db, { number: Number(number) });
  const address = kind === 'billing' ? order?.billing : order?.delivery;
  if (!order || !address) return null;
  // The shop may have stopped selling to the country of an older order.
  const countries = [...new Set([...shop.choices.countries, address.country])];
  return { order, fields: { kind, countries }, form: toAddressForm(address, kind) };
}

interface AddressState {
  readonly form: FormBody;
  readonly problems?: readonly FormProblem[];
  readonly failure?: string;
  readonly isSaved?: boolean;
}

function renderAddress(
  shop: Shop,
  { order: { number }, fields }: FoundAddress,
  { form, problems = [], failure, isSaved = false }: AddressState,
): PrivateView {
  const { t } = shop;
  const context = shop.renderContext('/');
  const title = t(fields.kind === 'billing' ? texts.billingTitle : texts.deliveryTitle, { number: String(number) });
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
        <FormProblems title={t(formTexts.problemsTitle)} problems={problems} />
        <form className="stack" method="post" action={orderAddressPath(number, fields.kind)}>
          <AddressFields {...fields} context={context} form={form} problems={problems} />
          <Button>{t(texts.save)}</Button>
        </form>
      </div>
    </div>
  );
  return { layout: 'admin', title, body };
}
