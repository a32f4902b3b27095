import type { LoadOrderFacts } from '#features/orders/index.ts';
import { formatMoment } from '#platform/texts/formats.ts';
import { findShipments, formatParcel } from './shipments.ts';
import { fulfilmentTexts as texts } from './texts.ts';

/** Provides `orders.facts`: shipments with the ids that packing slips and other commands need. */
export const loadShipmentFacts: LoadOrderFacts = async ({ t, choices }, db, { id }) => {
  const shipments = await findShipments(db, id);
  if (shipments.length === 0) return null;
  const rows = shipments.map(({ id: number, shippedAt, lines, parcels }) => {
    const units = lines.map(({ position, quantity, name }) => `${position}. ${quantity} x ${name}`);
    const parts = [formatMoment(shippedAt, choices.locale), units.join(', '), ...parcels.map(formatParcel)];
    return { label: String(number), value: parts.join('; ') };
  });
  return { name: 'shipments', title: t(texts.shipments), rows, data: shipments };
};
