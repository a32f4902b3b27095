import type { StockLevel } from '#features/inventory/index.ts';
import type { ReducedPrice } from '#features/pricing/index.ts';
import { smallestUrlSql } from '#platform/media/sizes.ts';
import type { EventDate } from '../contract.ts';

export interface OfferRow extends StockLevel {
  readonly regularPrice: number | null;
  readonly salePrice: number | null;
  /** ISO 8601, as JSON contains no dates. */
  readonly saleFrom: string | null;
  readonly saleTo: string | null;
  readonly priorPrice: number | null;
  readonly currency: string;
}

/** SQL expression for an `EventDateRow` of `variations v` as JSON; null without an event. */
export const eventDateJsonSql = `case when v.event_starts_at is not null then json_build_object('startsAt', v.event_starts_at, 'endsAt', v.event_ends_at,
    'timeZone', v.event_time_zone, 'place', v.event_place, 'url', v.event_url) end`;

export type EventDateRow = Omit<EventDate, 'startsAt' | 'endsAt'> & { startsAt: string; endsAt: string };

export function readEventDate(json: EventDateRow | null): EventDate | null {
  return json && { ...json, startsAt: new Date(json.startsAt), endsAt: new Date(json.endsAt) };
}

export function readOffer(json: OfferRow): ReducedPrice & StockLevel {
  return {
    ...json,
    saleFrom: json.saleFrom === null ? null : new Date(json.saleFrom),
    saleTo: json.saleTo === null ? null : new Date(json.saleTo),
  };
}

/** SQL expression for the URL of the image of `attribute_terms t`, or null. */
export const termPictureSql = `case when t.image_id is not null then (select ${smallestUrlSql('sha256')} from platform.media where id = t.image_id) end`;

export const termJsonSql = `json_build_object('slug', t.slug, 'name', t.name, 'swatch', t.swatch, 'picture', ${termPictureSql})`;

export const quantityRuleJsonSql = `json_build_object('minQuantity', p.min_quantity, 'maxQuantity', p.max_quantity, 'quantityStep', p.quantity_step)`;

export const addonsJsonSql = `(select coalesce(json_agg(json_build_object('key', a.field_key, 'kind', a.kind, 'label', a.label, 'help', a.help, 'required', a.required,
  'maxLength', a.max_length, 'price', a.price, 'options', a.options, 'fileRule', a.file_rule) order by a.position, a.id), '[]')
  from product_addons a where a.product_id = p.id)`;

/**
 * SQL expression that matches any of the ids in an array parameter. The subquery hides the array's length, so that
 * PostgreSQL chooses the generic plan; with a known length, a custom plan would look cheaper each time.
 */
export function anyOfSql(parameter: string): string {
  return `any(array(select unnest(${parameter}::integer[])))`;
}
