import type { ConsentPurpose } from '#features/consent/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { attributionPurposeId } from './contract.ts';
import { attributionSettings, getSourceMinutes } from './settings.ts';
import { attributionTexts as texts } from './texts.ts';
import { listCookieNames } from './tracker/cookies.shared.ts';

/** Fills `consentPurposes`. */
export const attributionPurpose: ConsentPurpose = {
  id: attributionPurposeId,
  title: texts.purpose,
  summary: texts.purposeSummary,
  describe: (shop) => shop.t(texts.purposeText, { duration: formatDuration(shop) }),
  isUsed: (shop) => shop.settings(attributionSettings).isUsed,
  isAllowedByDefault: (shop) => shop.settings(attributionSettings).isAllowedByDefault,
  cookies: (shop) => listCookieNames(shop.settings(attributionSettings).cookiePrefix),
};

function formatDuration({ t, settings }: Shop): string {
  const values = settings(attributionSettings);
  const minutes = getSourceMinutes(values) ?? values.sessionMinutes;
  if (minutes === 0) return t(texts.untilClosed);
  return minutes < 2 * 24 * 60 ? t(texts.minutes, { minutes }) : t(texts.days, { days: Math.round(minutes / 24 / 60) });
}
