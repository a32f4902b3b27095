import { shopPagePath } from '#platform/admin/contract.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { FormProblem } from '#platform/forms/field.ts';
import { readSingleLine } from '#platform/forms/read-form.ts';
import type { FormReply } from '#platform/http/form-reply.ts';
import { createFormSchema } from '#platform/mutations/form-schema.ts';
import { defineMutation, type MutationCall } from '#platform/mutations/mutation.ts';
import { getActor } from '#platform/sessions/actor.ts';
import { applySavedSettings } from '#platform/settings/change-settings.ts';
import { createDetailSections, findDetailProblems, listDetailFields } from './details/detail-fields.ts';
import { saveDetails } from './details/save-details.ts';
import { firstRunErrors } from './errors.ts';
import { createShopPage, versionsField, writeSettings } from './shop-page.tsx';
import { firstRunTexts as texts } from './texts.ts';

type Failure = { readonly ok: false } & (
  | { readonly code: 'SHOP_DETAILS_INVALID'; readonly problems: readonly FormProblem[] }
  | { readonly code: 'SHOP_DETAILS_CHANGED' }
  | { readonly code: 'SHOP_DETAILS_REFUSED'; readonly reason: string }
);

/** Changes what the shop is called, where it is and where its money goes. */
export const changeShopMutation = defineMutation({
  name: 'first-run.change-shop',
  description: 'Changes the details of the shop: its name, address, currency, taxes of prices and bank account.',
  schema: createFormSchema(async ({ shop }) =>
    listDetailFields(await createDetailSections(shop, { isFirstRun: false })),
  ),
  requires: writeSettings,
  // Transfers go to the account that it names.
  requiresFresh: true,
  errors: firstRunErrors,
  run: async ({ shop, request }, { form, values, problems: typed }): Promise<{ readonly ok: true } | Failure> => {
    const problems = [...typed, ...findDetailProblems(shop, values)];
    if (problems.length > 0) return { ok: false, code: 'SHOP_DETAILS_INVALID', problems };
    const actor = await getActor(shop, request);
    const versions = readSingleLine(form, versionsField);
    const saved = await inTransaction(shop.db, (tx) => saveDetails(shop, tx, { actor, values, versions }));
    if (saved.ok) {
      await applySavedSettings(shop, saved.changed.keys());
      return { ok: true };
    }
    if (saved.code === 'SETTING_CHANGED') return { ok: false, code: 'SHOP_DETAILS_CHANGED' };
    return { ok: false, code: 'SHOP_DETAILS_REFUSED', reason: saved.message };
  },
  message: formatFailure,
  form: {
    path: shopPagePath,
    success: () => ({ redirectTo: shopPagePath, notices: [{ code: 'shopSaved' }] }),
    failure: async (call, failure, { form }): Promise<FormReply> => {
      if (failure.code === 'SHOP_DETAILS_INVALID')
        return { page: await createShopPage(call.shop, { form, problems: failure.problems }) };
      const isConflict = failure.code === 'SHOP_DETAILS_CHANGED';
      return { page: await createShopPage(call.shop, { form, isConflict, refusal: formatFailure(call, failure) }) };
    },
  },
});

function formatFailure({ shop: { t } }: MutationCall, failure: Failure): string {
  if (failure.code === 'SHOP_DETAILS_INVALID') return failure.problems.map(({ message }) => message).join(' ');
  if (failure.code === 'SHOP_DETAILS_CHANGED') return t(texts.changedMeanwhile);
  return t(texts.refused, { reason: failure.reason });
}
