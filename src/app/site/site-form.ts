import { pictureField } from '#features/content/index.ts';
import { mediaFileLimits } from '#features/media-library/index.ts';
import { adminPath } from '#platform/admin/contract.ts';
import { defineAdminForm } from '#platform/admin/forms/form.ts';
import { type StoredPicture, shopDetails } from '#platform/config/shop-details.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { line, list, text } from '#platform/forms/kinds.ts';
import { findMediaByIds } from '#platform/media/records.ts';
import { applySavedSettings, saveSettings } from '#platform/settings/change-settings.ts';
import { loadSettingRows, lockSettings, type SettingRow } from '#platform/settings/setting-rows.ts';
import { storefrontSettings } from '../settings.ts';
import { texts } from '../texts.ts';

export const sitePath = adminPath('settings/site');
/** Subject kind of the form's changes in the audit log. */
export const siteSubject = 'site';

const maxProfiles = 12;
const maxMarks = 12;
const maxMarkLength = 30;

const isHttps = (address: string): boolean => URL.canParse(address) && new URL(address).protocol === 'https:';
const toLines = (typed: string): string[] => typed.split('\n').flatMap((each) => each.trim() || []);

function createFields(shop: Shop) {
  const { t } = shop;
  const picture = (label: string, hint: string) => ({ ...pictureField(shop), label, hint });
  return {
    logo: picture(t(texts.siteLogo), t(texts.siteLogoHint)),
    darkLogo: picture(t(texts.siteDarkLogo), t(texts.siteDarkLogoHint)),
    icon: picture(t(texts.siteIcon), t(texts.siteIconHint)),
    notice: line({ label: t(texts.notice), max: 200 }),
    footerText: text({ label: t(texts.siteFooterText), hint: t(texts.siteFooterTextHint), max: 4000 }),
    social: list({
      ...{ label: t(texts.siteSocial), max: maxProfiles },
      fields: {
        name: line({ label: t(texts.siteSocialName), required: true, max: 60, width: 'third' }),
        href: line({
          ...{ label: t(texts.siteSocialHref), required: true, max: 300, width: 'two-thirds' },
          ...{ isValid: isHttps, invalid: t(texts.siteSocialInvalid) },
        }),
      },
    }),
    paymentMarks: text({
      ...{ label: t(texts.siteMarks), hint: t(texts.siteMarksHint), max: maxMarks * (maxMarkLength + 2) },
      isValid: (typed) => {
        const marks = toLines(typed);
        return marks.length <= maxMarks && marks.every((mark) => mark.length <= maxMarkLength);
      },
      invalid: t(texts.siteMarksInvalid),
    }),
  };
}

/** Reads the stored settings. They may be newer than the settings that this process has loaded. */
function readStored({ settingStore }: Shop, rows: readonly SettingRow[]) {
  const { values } = settingStore.resolve(rows);
  return {
    details: shopDetails.schema.parse(values.get(shopDetails.name)),
    storefront: storefrontSettings.schema.parse(values.get(storefrontSettings.name)),
  };
}

const toIds = (picture: StoredPicture | null): readonly number[] => (picture ? [picture.id] : []);

export const siteForm = defineAdminForm({
  name: 'storefront.change-site',
  description:
    'Changes the logo and the icon of the shop, its notice, and the lines, profiles and marks of its footer.',
  path: sitePath,
  requires: 'settings.write',
  subject: siteSubject,
  title: texts.site,
  files: mediaFileLimits,
  fields: createFields,
  load: async (shop, db, _id, { isLocking }) => {
    if (isLocking) await lockSettings(db);
    const { details, storefront } = readStored(shop, await loadSettingRows(db));
    const { notice, footerText, social, paymentMarks } = storefront;
    const pictures = { logo: toIds(details.logo), darkLogo: toIds(details.darkLogo), icon: toIds(details.icon) };
    const values = { ...pictures, notice, footerText, social, paymentMarks: paymentMarks.join('\n') };
    // The settings always exist. Without a subject the form would count as new, and new objects have no conflicts.
    return { values, subject: details, label: details.name };
  },
  save: async (shop, tx, values, _loaded, actor) => {
    const { logo, darkLogo, icon, notice, footerText, social, paymentMarks } = values;
    const pictures = await findPictures(shop, tx, { logo, darkLogo, icon });
    const changes = [
      ...Object.entries(pictures).map(([key, value]) => [`${shopDetails.name}.${key}`, value] as const),
      ...Object.entries({ notice, footerText, social, paymentMarks: toLines(paymentMarks) }).map(
        ([key, value]) => [`${storefrontSettings.name}.${key}`, value] as const,
      ),
    ];
    const rows = await loadSettingRows(tx);
    const { details, storefront } = readStored(shop, rows);
    const current: Readonly<Record<string, unknown>> = {
      ...prefixKeys(shopDetails.name, details),
      ...prefixKeys(storefrontSettings.name, storefront),
    };
    // Unchanged values are not stored, so that they keep following `shop.config.ts`.
    const changed = changes.filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(current[key]));
    const saved = await saveSettings(
      shop,
      tx,
      changed.flatMap(([key, value]) => [
        // A setting whose parts were stored separately is now stored as a whole.
        ...rows
          .filter((row) => row.value !== null && row.key.startsWith(`${key}.`))
          .map((row) => ({ key: row.key, value: undefined, version: null })),
        { key, value, version: null },
      ]),
      actor,
      { isAudited: false },
    );
    // There is only one such object, and it has no id.
    if (saved.ok) return { ok: true, id: 0 };
    const field = saved.key.split('.')[1] ?? 'logo';
    return { ok: false, problems: [{ field, message: shop.t(texts.siteRefused, { reason: saved.message }) }] };
  },
  onSaved: (shop) => applySavedSettings(shop, [shopDetails.name, storefrontSettings.name]),
  layout: [
    { title: texts.siteLogos, help: texts.siteLogosHelp, fields: ['logo', 'darkLogo', 'icon', 'notice'] },
    { title: texts.siteFooter, help: texts.siteFooterHelp, fields: ['footerText', 'social', 'paymentMarks'] },
  ],
});

const prefixKeys = (name: string, values: object) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [`${name}.${key}`, value]));

/** Locks the chosen pictures, so that none is deleted meanwhile. A picture that no longer exists becomes null. */
async function findPictures<Key extends string>(
  shop: Shop,
  tx: Tx,
  chosen: Readonly<Record<Key, readonly number[]>>,
): Promise<Record<string, StoredPicture | null>> {
  const entries = Object.entries<readonly number[]>(chosen);
  const ids = [...new Set(entries.flatMap(([, own]) => own))].sort((a, b) => a - b);
  for (const id of ids) await shop.media.lock(tx, id);
  const rows = await findMediaByIds(tx, ids);
  const found = new Map(rows.map(({ id, sha256, width, height }) => [id, { id, sha256, width, height }]));
  return Object.fromEntries(entries.map(([key, [id]]) => [key, (id !== undefined && found.get(id)) || null]));
}
