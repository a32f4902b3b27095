import type { Shop } from '#platform/features/shop.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import { getInputPrefix, getInputsElement, type TrackerConfig } from './contract.ts';
import { attributionSettings, getSourceMinutes } from './settings.ts';

/** Loads the tracker. In all pages of the shop, so it holds nothing about anyone. */
export function AttributionTracker({ shop }: { readonly shop: Shop }) {
  const settings = shop.settings(attributionSettings);
  if (!settings.isUsed || !settings.hasTracker) return null;
  const { isAllowedByDefault, cookiePrefix, sessionMinutes, ignoredReferrers } = settings;
  const config: TrackerConfig = {
    isAllowedByDefault,
    cookiePrefix,
    inputPrefix: getInputPrefix(shop.wire),
    inputsElement: getInputsElement(shop.wire),
    sessionMinutes,
    sourceMinutes: getSourceMinutes(settings),
    ignoredReferrers,
  };
  return (
    // At once: a shopper who goes on before the page is idle has lost the referrer.
    <Behaviour of="attribution/tracker" when="load">
      <span hidden data-tracker={JSON.stringify(config)} />
    </Behaviour>
  );
}
