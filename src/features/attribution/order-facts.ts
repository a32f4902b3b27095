import type { LoadOrderFacts } from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Text } from '#platform/texts/texts.ts';
import type { Attribution } from './attribution.ts';
import { type AttributionField, attributionFields, noValue, type SourceType } from './contract.ts';
import { extensionName, findAttribution } from './keep-attribution.ts';
import { attributionTexts as texts } from './texts.ts';

const labels: Readonly<Record<AttributionField, Text>> = {
  source_type: texts.sourceType,
  referrer: texts.referrer,
  utm_campaign: texts.campaign,
  utm_source: texts.source,
  utm_medium: texts.medium,
  utm_content: texts.content,
  utm_id: texts.id,
  utm_term: texts.term,
  utm_source_platform: texts.platform,
  utm_creative_format: texts.format,
  utm_marketing_tactic: texts.tactic,
  session_entry: texts.entry,
  session_start_time: texts.startTime,
  session_pages: texts.pages,
  session_count: texts.sessions,
  user_agent: texts.userAgent,
};

export function formatSourceType({ t }: Pick<Shop, 't'>, type: SourceType | null): string {
  return t(type === null ? texts.unknown : texts[type]);
}

export function listAttributionRows(shop: Pick<Shop, 't'>, attribution: Attribution) {
  return attributionFields.flatMap((field) => {
    const value = attribution[field];
    if (value === null || value === noValue) return [];
    const shown = value instanceof Date ? value.toISOString().slice(0, 19).replace('T', ' ') : String(value);
    const text = field === 'source_type' ? formatSourceType(shop, attribution.source_type) : shown;
    return [{ label: shop.t(labels[field]), value: text }];
  });
}

/** Provides `orderFacts`. */
export const loadAttributionFacts: LoadOrderFacts = async (shop, db, { id }) => {
  const attribution = await findAttribution(db, id);
  if (!attribution) return null;
  const rows = listAttributionRows(shop, attribution);
  return { name: extensionName, title: shop.t(texts.source), rows, data: attribution };
};
