import { consentChangedEvent, isAllowedInBrowser } from '#features/consent/contract.ts';
import { waitForActivation } from '#platform/http/browser/activation.ts';
import { attributionFields, attributionPurposeId, type SentAttribution, type TrackerConfig } from '../contract.ts';
import { formatCookies, formatDeletions, readCookies } from '../tracker/browser-cookies.shared.ts';
import { toAttribution } from '../tracker/cookies.shared.ts';
import { trackPage } from '../tracker/track.shared.ts';

/** Remembers in cookies where the shopper came from, if allowed, and fills the inputs of forms. */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const json = element.querySelector<HTMLElement>('[data-tracker]')?.dataset.tracker;
  if (!json) return;
  const config: TrackerConfig = JSON.parse(json);
  const controller = new AbortController();
  const { signal } = controller;
  let isCounted = false;
  const update = async () => {
    await waitForActivation();
    if (signal.aborted) return;
    if (isAllowedInBrowser({ id: attributionPurposeId, isAllowedByDefault: config.isAllowedByDefault })) {
      if (!isCounted) countPage(config);
      isCounted = true;
      fillInputs(config, toAttribution(readCookies(document.cookie, config.cookiePrefix)));
    } else {
      for (const deletion of formatDeletions(document.cookie, config.cookiePrefix, location.hostname))
        writeCookie(deletion);
      fillInputs(config, null);
    }
  };
  void update();
  document.addEventListener(consentChangedEvent, update, { signal });
  document.addEventListener('vt:fragments-changed', update, { signal });
  // The shopper may have changed the consent on another page.
  addEventListener('pageshow', (event) => event.persisted && update(), { signal });
  return () => controller.abort();
}

function countPage(config: TrackerConfig): void {
  const { ignoredReferrers, cookiePrefix } = config;
  const view = {
    url: new URL(location.href),
    referrer: document.referrer,
    userAgent: navigator.userAgent,
    now: new Date(),
    ignoredReferrers,
  };
  const cookies = trackPage(readCookies(document.cookie, cookiePrefix), view);
  for (const cookie of formatCookies(cookies, config, location.protocol === 'https:')) writeCookie(cookie);
}

function writeCookie(cookie: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: CookieStore needs https and a recent browser
  document.cookie = cookie;
}

/** @param values null empties the inputs */
function fillInputs({ inputsElement, inputPrefix }: TrackerConfig, values: SentAttribution | null): void {
  for (const place of document.querySelectorAll(inputsElement)) {
    const inputs = attributionFields.flatMap((field) => {
      if (values === null) return [];
      const input = document.createElement('input');
      input.type = 'hidden';
      input.name = inputPrefix + field;
      input.value = values[field];
      return [input];
    });
    place.replaceChildren(...inputs);
  }
}
