import type { WireNames } from '#platform/config/wire-names.ts';

/** Fields of an order's attribution, as inputs and calls name them. */
export const attributionFields = [
  'source_type',
  'referrer',
  'utm_campaign',
  'utm_source',
  'utm_medium',
  'utm_content',
  'utm_id',
  'utm_term',
  'utm_source_platform',
  'utm_creative_format',
  'utm_marketing_tactic',
  'session_entry',
  'session_start_time',
  'session_pages',
  'session_count',
  'user_agent',
] as const;

export type AttributionField = (typeof attributionFields)[number];

/** Texts as a browser sends them. */
export type SentAttribution = Readonly<Record<AttributionField, string>>;

export const sourceTypes = ['utm', 'organic', 'referral', 'typein'] as const;

export type SourceType = (typeof sourceTypes)[number];

export const noValue = '(none)';

/** Name of the source of a direct visit. */
export const directSource = '(direct)';

export const attributionPurposeId = 'attribution';

export const getInputPrefix = ({ storeShort }: Pick<WireNames, 'storeShort'>) => `${storeShort}_order_attribution_`;

/** Returns the name of the element that a script fills with the inputs. Custom elements have lower-case names. */
export const getInputsElement = ({ storeShort }: Pick<WireNames, 'storeShort'>) =>
  `${storeShort.toLowerCase()}-order-attribution-inputs`;

export const getExtensionNamespace = ({ storePlugin }: Pick<WireNames, 'storePlugin'>) =>
  `${storePlugin}/order-attribution`;

/** Configuration of the tracker, the same on all pages. */
export interface TrackerConfig {
  readonly isAllowedByDefault: boolean;
  readonly cookiePrefix: string;
  readonly inputPrefix: string;
  readonly inputsElement: string;
  readonly sessionMinutes: number;
  /** Minutes for which the source is remembered. 0: until the browser is closed. Null: as long as the session. */
  readonly sourceMinutes: number | null;
  /** Hosts that don't count as a source, including their subdomains. */
  readonly ignoredReferrers: readonly string[];
}
