import { defineBulkAction } from '#platform/admin/runs/bulk-action.ts';
import { sqlQuery } from '#platform/database/database.ts';
import { findPromotion, type StoredPromotion, savePromotion } from '../promotions.ts';
import { promotionFormTexts as texts } from './promotion-form-texts.ts';
import { promotionTexts } from './texts.ts';

type Period = Pick<StoredPromotion, 'startsAt' | 'endsAt'>;

const selectOver = sqlQuery<{ id: number }>(
  'promotions.find-promotions-over',
  'select id from promotions where id = any($1::bigint[]) and ends_at <= $2',
);

/** Reads a date of an audit entry, which stores field values as JSON. */
const readMoment = (value: unknown): Date | null => (value === null ? null : new Date(String(value)));

/**
 * The form edits whole seconds. A fraction would be lost on the next save, and the changed end would prevent `undo`.
 */
const startOfSecond = (moment: Date): Date => new Date(Math.floor(moment.getTime() / 1000) * 1000);

/** Ends promotions now. Orders keep their discounts. */
export const endPromotion = defineBulkAction({
  ...{ name: 'promotions.end-promotion', text: texts.end, subject: 'promotion', requires: 'promotions.write' },
  check: async ({ t, clock }, db, ids) => {
    const over = await selectOver(db, [ids, clock.now()]);
    return over.map(({ id }) => ({ id, code: 'PROMOTION_OVER', message: t(texts.isOver) }));
  },
  run: async ({ t, clock }, tx, id) => {
    const promotion = await findPromotion(tx, id, true);
    if (!promotion) return { ok: false, code: 'PROMOTION_UNKNOWN', message: t(texts.gone) };
    const { id: _, createdAt: __, ...input } = promotion;
    const { name: label, endsAt, startsAt } = input;
    const now = startOfSecond(clock.now());
    if (endsAt && endsAt <= now)
      return { ok: false, code: 'PROMOTION_OVER', message: t(texts.isOver), label, isSkipped: true };
    // A promotion must end after it starts: a start in the future is removed, so that the period stays valid.
    const starts = startsAt && startsAt >= now ? null : startsAt;
    await savePromotion(tx, id, { ...input, startsAt: starts, endsAt: now });
    return { ok: true, change: { label, before: { startsAt, endsAt }, after: { startsAt: starts, endsAt: now } } };
  },
  undo: async ({ t }, tx, id, { before, after }) => {
    const promotion = await findPromotion(tx, id, true);
    if (!promotion) return { ok: false, code: 'PROMOTION_UNKNOWN', message: t(texts.gone) };
    const { id: _, createdAt: __, ...input } = promotion;
    const { name: label, startsAt, endsAt } = input;
    const present: Period = { startsAt, endsAt };
    const changed = Object.keys(after ?? {}) as (keyof Period)[];
    if (changed.some((key) => present[key]?.getTime() !== readMoment(after?.[key])?.getTime()))
      return { ok: false, code: 'PROMOTION_CHANGED', message: t(promotionTexts.changedSince), label, isSkipped: true };
    const restored = Object.fromEntries(changed.map((key) => [key, readMoment(before?.[key])]));
    await savePromotion(tx, id, { ...input, ...restored });
    return { ok: true, change: { label, before: present, after: { ...present, ...restored } } };
  },
});
