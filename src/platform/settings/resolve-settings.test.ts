import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';
import { resolveSettings } from './resolve-settings.ts';

const trial = defineSettings(
  'trial',
  z
    .strictObject({
      min: z.int().default(1),
      max: z.int().default(10),
      label: z.string().nullable().default('A label'),
      nested: z.strictObject({ rounding: z.enum(['line', 'total']).default('line') }).prefault({}),
      account: z.strictObject({ name: z.string(), days: z.int().default(14) }).optional(),
      rates: z.array(z.strictObject({ amount: z.int() })).default([]),
      bySlug: z.record(z.string(), z.string()).default({ a: 'one' }),
    })
    .refine(({ min, max }) => min <= max, 'min is above max'),
);
const loose = defineSettings('loose', z.object({ known: z.int().default(1) }));

const resolve = (overrides: Record<string, unknown>, given: Record<string, unknown> = {}) => {
  const rows = Object.entries(overrides).map(([key, value]) => ({ key, value }));
  const { values, problems } = resolveSettings(given, [trial, loose], rows);
  return { trial: values.get('trial'), problems };
};
const defaults = {
  ...{ min: 1, max: 10, label: 'A label', nested: { rounding: 'line' }, rates: [], bySlug: { a: 'one' } },
};

describe('overrides of settings', () => {
  it('replace the values of the file and the defaults key by key', () => {
    const given = { trial: { max: 20, label: 'Of the file', bySlug: { a: 'one', b: 'two' } } };
    const overrides = { 'trial.label': null, 'trial.nested.rounding': 'total', 'trial.bySlug.b': 'three' };
    expect(resolve({ ...overrides, 'trial.rates': [{ amount: 5 }] }, given)).toEqual({
      trial: {
        ...{ min: 1, max: 20, label: null, nested: { rounding: 'total' }, rates: [{ amount: 5 }] },
        bySlug: { a: 'one', b: 'three' },
      },
      problems: [],
    });
    expect(given.trial.bySlug).toEqual({ a: 'one', b: 'two' });
  });

  it.each([
    ['a wrong value', { 'trial.max': 'many' }, 'SETTING_INVALID', 'trial.max: Invalid input: expected number'],
    ['a wrong part of a list', { 'trial.rates': [{ amount: 'x' }] }, 'SETTING_INVALID', 'trial.rates.0.amount: '],
    ['a part of an object that lacks others', { 'trial.account.days': 3 }, 'SETTING_INVALID', 'trial.account.name: '],
    ['values that do not fit together', { 'trial.min': 11 }, 'SETTING_INVALID', 'min is above max'],
    ['an unknown key', { 'trial.maximum': 3 }, 'SETTING_UNKNOWN', 'trial.maximum: '],
    ['an unknown nested key', { 'trial.nested.round': 3 }, 'SETTING_UNKNOWN', 'trial.nested.round: '],
    ['an unknown key of a schema that ignores it', { 'loose.other': 3 }, 'SETTING_UNKNOWN', 'loose.other: '],
    ['an unknown feature', { 'gone.max': 3 }, 'SETTING_UNKNOWN', 'gone.max: '],
    ['a key without a name', { trial: {} }, 'SETTING_UNKNOWN', 'trial: '],
    ['a key of the prototype', { 'trial.__proto__.max': 3 }, 'SETTING_UNKNOWN', 'trial.__proto__.max: '],
  ])('fall back to the file for %s', (_what, overrides, code, message) => {
    const { trial, problems } = resolve({ ...overrides, 'trial.label': 'Kept' });
    const kept = message === 'min is above max' ? 'A label' : 'Kept';
    expect(trial).toEqual({ ...defaults, label: kept });
    expect(problems[0]).toMatchObject({ code, message: expect.stringContaining(message) });
  });

  it('that are valid only together are used together', () => {
    expect(resolve({ 'trial.max': 30, 'trial.min': 20 })).toMatchObject({ trial: { min: 20, max: 30 }, problems: [] });
  });
});
