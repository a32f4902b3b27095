import { bankAccountKey } from '#features/payments/index.ts';
import { shopPagePath } from '#platform/admin/contract.ts';
import { defineAdminForm } from '#platform/admin/forms/form.ts';
import { shopDetails } from '#platform/config/shop-details.ts';
import { applySavedSettings } from '#platform/settings/change-settings.ts';
import { isPriceBasisFixed } from '#platform/settings/price-basis.ts';
import { lockSettings } from '#platform/settings/setting-rows.ts';
import { createDetailFields, detailSections, findDetailProblems, readDetailValues } from './details/detail-fields.ts';
import { loadStoredSettings, saveDetails } from './details/save-details.ts';
import { firstRunTexts as texts } from './texts.ts';

/** Kind of the shop itself in the audit. */
export const shopSubject = 'shop';

/** Names of controls that differ from those of their settings. */
const controls: Readonly<Record<string, string>> = {
  ...{ name: 'shop_name', address: 'shop_address', email: 'shop_email', pricesIncludeTax: 'entered' },
  ...{ baseAddress: 'country', taxDisplay: 'shown', bankTransfer: 'iban' },
};

export const shopForm = defineAdminForm({
  name: 'first-run.change-shop',
  description: 'Changes the details of the shop: its name, address, currency, taxes of prices and bank account.',
  path: shopPagePath,
  requires: 'settings.write',
  // Requires a fresh sign-in, because the form changes the account to which buyers transfer money.
  requiresFresh: true,
  subject: shopSubject,
  title: texts.page,
  fields: (shop, subject: { readonly isFixed: boolean } | null) =>
    createDetailFields(shop, { isFixed: subject?.isFixed ?? true, isFirstRun: false }),
  load: async (shop, db, _id, { isLocking }) => {
    if (isLocking) await lockSettings(db);
    const { settings } = await loadStoredSettings(shop, db);
    const values = readDetailValues({ settings });
    return { values, subject: { isFixed: await isPriceBasisFixed(db) }, label: settings(shopDetails).name };
  },
  save: async (shop, tx, values, _loaded, actor) => {
    const problems = findDetailProblems(shop, values);
    if (problems.length > 0) return { ok: false, problems };
    const saved = await saveDetails(shop, tx, values, actor, { isAudited: false });
    // The shop is the only object, and has no id.
    if (saved.ok) return { ok: true, id: 0 };
    const setting = saved.key.split('.')[1] ?? '';
    const message = shop.t(texts.refused, { reason: saved.message });
    return { ok: false, problems: [{ field: controls[setting] ?? setting, message }] };
  },
  onSaved: (shop) => applySavedSettings(shop, [shopDetails.name, bankAccountKey]),
  layout: detailSections,
});
