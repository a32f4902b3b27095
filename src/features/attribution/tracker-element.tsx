import type { Shop } from '#platform/features/shop.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import { getInputPrefix, getInputsElement, type TrackerConfig } from './contract.ts';
import { attributionSettings, getSourceMinutes } from './settings.ts';

/** Loads the tracker. The element is in all cached pages, so it contains no personal data. */
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
    // Loaded at once: a shopper who leaves the page before it is idle would lose the referrer.
    <Behaviour of="attribution/tracker" when="load">
      <span hidden data-tracker={JSON.stringify(config)} />
    </Behaviour>
  );
}
