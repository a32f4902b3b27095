import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';
import type { Database } from '#platform/database/database.ts';
import { silentLog } from '#platform/database/log.ts';
import { createLog } from '#platform/http/log.ts';
import type { SettingRow } from './setting-rows.ts';
import { createSettingSecrets } from './setting-secrets.ts';
import { createSettingStore } from './setting-store.ts';

const trial = defineSettings('trial', z.strictObject({ size: z.int().default(0) }));

/** A store whose loads end when the test says so. */
function createHeldStore() {
  const loads: PromiseWithResolvers<{ rows: SettingRow[] }>[] = [];
  const query = () => {
    const load = Promise.withResolvers<{ rows: SettingRow[] }>();
    loads.push(load);
    return load.promise;
  };
  const database = { db: { session: { client: { query } } }, log: silentLog } as unknown as Database;
  const definitions = [trial];
  const secrets = createSettingSecrets(definitions, { secrets: ['s'], readVariable: () => null });
  const store = createSettingStore({ database, log: createLog('silent'), given: {}, definitions, secrets });
  const end = async (index: number, size: number) => {
    const row = {
      key: 'trial.size',
      value: String(size),
      version: size,
      changedBy: 'Ada',
      byStaffId: null,
      changedAt: new Date(),
    };
    loads[index]?.resolve({ rows: [row] });
    await new Promise(setImmediate);
  };
  return { store, loads, end };
}

describe('the settings of a process', () => {
  it('are loaded one load after another, so that none brings old values back', async () => {
    const { store, loads, end } = createHeldStore();
    const reloads = [store.reload(), store.reload(), store.reload()];
    expect(loads).toHaveLength(1);
    await end(0, 1);
    await reloads[0];
    expect([store.read(trial).size, loads.length]).toEqual([1, 2]);
    const last = store.reload();
    await end(1, 2);
    await Promise.all(reloads);
    expect([store.read(trial).size, loads.length]).toEqual([2, 3]);
    await end(2, 3);
    await last;
    expect([store.read(trial).size, loads.length]).toEqual([3, 3]);
  });

  it('are kept when a load fails, and the next load is tried', async () => {
    const { store, loads, end } = createHeldStore();
    const reloads = [store.reload(), store.reload()];
    loads[0]?.reject(new Error('lost'));
    await expect(reloads[0]).rejects.toThrow('lost');
    expect(store.read(trial).size).toBe(0);
    await new Promise(setImmediate);
    await end(1, 5);
    await reloads[1];
    expect(store.read(trial).size).toBe(5);
  });
});
