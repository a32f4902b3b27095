import type { FastifyInstance } from 'fastify';
import { findCustomer, findDefaultAddresses } from '#features/customers/index.ts';
import { adminPath } from '#platform/admin/contract.ts';
import { getFormPath } from '#platform/admin/forms/form.ts';
import { createFormPage } from '#platform/admin/forms/form-page.tsx';
import { loadForm } from '#platform/admin/forms/form-parts.ts';
import type { Shop } from '#platform/features/shop.ts';
import { toForm } from '#platform/forms/show-form.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { seeOther } from '#platform/http/replies.ts';
import { getActor, isPermitted } from '#platform/sessions/actor.ts';
import { getDraftSourcePath } from '../contract.ts';
import { type DraftStart, draftSources } from '../ports.ts';
import { createDraftFields } from './draft-fields.tsx';
import { draftForm } from './draft-form.ts';
import { type DraftValues, emptyDraft } from './draft-values.ts';

/** Registers the page that creates a draft from a source, and a short path to the form of a new draft. */
export function registerDraftRoutes(app: FastifyInstance, shop: Shop): void {
  const config = { requires: draftForm.requires };
  app.get(adminPath('orders/new'), { config }, (_request, reply) => seeOther(reply, getFormPath(draftForm, null)));
  app.get(getDraftSourcePath(':source', ':id'), { config }, async (request, reply) => {
    const { source = '', id = '' } = request.params as { readonly source?: string; readonly id?: string };
    const actor = await getActor(shop, request);
    const sources = shop.implementations(draftSources).filter(({ requires }) => isPermitted(actor, requires));
    const from = sources.find(({ name }) => name === source);
    const start = from && /^[1-9]\d{0,14}$/.test(id) ? await from.load(shop, shop.db, Number(id)) : null;
    const open = start && (await loadForm(shop, shop.db, draftForm, { id: null, actor }));
    if (!start || !open) return reply.callStatusPage(404);
    const form = toForm(await fillIn(shop, start), createDraftFields(shop, null));
    const call = { shop, getActor: async () => actor };
    const page = await createFormPage(call, { open, frame: null, state: { form, version: '' } });
    return renderPrivatePage(shop, request, reply, page);
  });
}

async function fillIn({ db }: Shop, { customerId, lines, internalNote }: DraftStart): Promise<DraftValues> {
  const customer = customerId === null ? null : await findCustomer(db, customerId);
  const { billing, shipping } = customer ? await findDefaultAddresses(db, customer.id) : emptyAddresses;
  return {
    ...emptyDraft,
    ...{ customer: customer?.id ?? null, email: customer?.email ?? '', billing, delivery: shipping, internalNote },
    lines: lines.map(({ variationId, quantity, choices, addons, uploads }) => ({
      ...{
        variation: variationId,
        quantity,
        price: null,
        reason: '',
        details: copyDetails({ choices, addons, uploads }),
      },
    })),
  };
}

const emptyAddresses = { billing: null, shipping: null };

/** Copies the details, because the values of a form are mutable. */
const copyDetails = ({
  choices,
  addons,
  uploads,
}: Pick<DraftStart['lines'][number], 'choices' | 'addons' | 'uploads'>) => ({
  choices: { ...choices },
  addons: Object.fromEntries(Object.entries(addons).map(([name, values]) => [name, [...values]])),
  uploads: [...uploads],
});
