import { directSource, noValue, type SourceType } from '../contract.ts';
import type { CookieFields } from './cookies.shared.ts';
import { findSearch } from './search-engines.shared.ts';

export interface PageView {
  readonly url: URL;
  /** Referrer as the browser sends it; empty without one. */
  readonly referrer: string;
  readonly userAgent: string;
  readonly now: Date;
  readonly ignoredReferrers: readonly string[];
}

/** Parameters of the address by the short name of their field. */
const utmParameters = {
  src: 'utm_source',
  mdm: 'utm_medium',
  cmp: 'utm_campaign',
  cnt: 'utm_content',
  trm: 'utm_term',
  id: 'utm_id',
  plt: 'utm_source_platform',
  fmt: 'utm_creative_format',
  tct: 'utm_marketing_tactic',
} as const;

type SourceField = keyof typeof utmParameters;

/** Parameters of advertisers that add an id to links instead of UTM parameters. */
const clickIds = { gclid: 'google', yclid: 'yandex' } as const;

const createSource = (type: SourceType, values: Readonly<Partial<Record<SourceField, string>>>): CookieFields => {
  const fields = Object.keys(utmParameters) as SourceField[];
  return { typ: type, ...Object.fromEntries(fields.map((field) => [field, values[field] || noValue])) };
};

/** Source of a visit without referrer: the address was typed or bookmarked. */
export const directVisit = createSource('typein', { src: directSource, mdm: noValue });

/**
 * Finds the source that a page view names: marked links, also within a session, then search engines, then, for a new
 * session, other sites.
 * @returns null when the page view names no source, so that the known source stays
 */
export function findSource(view: PageView, isNewSession: boolean): CookieFields | null {
  return findMarkedLink(view.url) ?? findReferrer(view, isNewSession);
}

function findMarkedLink({ searchParams }: URL): CookieFields | null {
  const fields = Object.entries(utmParameters) as [SourceField, string][];
  const marked = Object.fromEntries(
    fields.flatMap(([field, parameter]) => {
      const value = searchParams.get(parameter)?.trim();
      return value ? [[field, value]] : [];
    }),
  );
  const clickId = (Object.keys(clickIds) as (keyof typeof clickIds)[]).find((name) => searchParams.get(name));
  const advertiser = clickId && clickIds[clickId];
  if (!advertiser) return Object.keys(marked).length > 0 ? createSource('utm', marked) : null;
  return createSource('utm', { src: advertiser, mdm: 'cpc', cmp: `${advertiser}_cpc`, ...marked });
}

/** Hosts for signing in or paying, from which the shopper comes back. Such a host is not the source of the visit. */
const accountHost =
  /^(?:www\.)?(?:accounts?|appleid|auth|checkout|idp|login|oauth2?|pay|payments?|secure|signin|sso|acs|3ds?)(?:-[^.]*)?\.[^.]+\../;

function findReferrer({ url, referrer, ignoredReferrers }: PageView, isNewSession: boolean): CookieFields | null {
  const from = URL.parse(referrer);
  if (!from || !/^https?:$/.test(from.protocol)) return null;
  const isWithin = (host: string) => from.hostname === host || from.hostname.endsWith(`.${host}`);
  if ([removeWww(url.hostname), ...ignoredReferrers].some(isWithin)) return null;
  if (accountHost.test(from.hostname)) return null;
  const search = findSearch(from);
  if (search) return createSource('organic', { src: search.engine, mdm: 'organic', trm: search.term });
  if (!isNewSession) return null;
  return createSource('referral', { src: removeWww(from.hostname), mdm: 'referral', cnt: from.pathname });
}

const removeWww = (host: string) => host.replace(/^www\./, '');
