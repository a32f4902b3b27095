import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { runMigrations } from 'graphile-worker';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createBucketStore } from '#platform/files/store/bucket-store.ts';
import { createDiskStore } from '#platform/files/store/disk-store.ts';
import { type FileStore, readWhole } from '#platform/files/store/file-store.ts';
import { readBucketConfig, useBucket } from '#tests/support/bucket.ts';
import { useDatabase } from '#tests/support/database.ts';
import type { BackupError, BackupErrorCode } from './backup/format.ts';
import { backup } from './backup.ts';
import type { Database } from './database.ts';
import { listPendingMigrations, migrate } from './migrate.ts';
import { restore } from './restore.ts';

const source = useDatabase({ empty: true });
const target = useDatabase({ empty: true });
const bucketVariables = useBucket();
let folder = '';
const sets = () => [{ owner: 'test', folder: join(folder, 'migrations') }];
const path = (name: string) => join(folder, name);

/** Hard cases: circular keys, triggers, generated columns, an unusual name, a seed row. */
const TABLES = `
  create extension if not exists citext;
  create domain slug as text check (value <> '');
  create table "Odd ""name" (id integer generated always as identity primary key, "select" citext, path slug default 'x');
  create table orders (
    id bigint generated always as identity primary key,
    number integer not null default 0,
    total numeric not null,
    doubled numeric generated always as (total * 2) stored,
    tags text[], data jsonb, bytes bytea, at timestamptz not null default now(), day date, ratio double precision,
    first_line bigint
  );
  create table lines (
    id bigserial primary key,
    order_id bigint not null references orders,
    after bigint references lines,
    word text not null
  );
  alter table orders add foreign key (first_line) references lines deferrable initially immediate;
  create sequence order_numbers start 1000;
  create table settings (name text primary key, value text);
  insert into settings values ('seed', 'of the migration');
  create function refuse() returns trigger language plpgsql as $$ begin raise exception 'never changed'; end $$;
  create trigger lines_stay before update or delete or truncate on lines execute function refuse();
  create function count_up() returns trigger language plpgsql as $$
    begin new.number = nextval('order_numbers'); return new; end $$;
  create trigger orders_number before insert on orders for each row execute function count_up();
  alter table orders enable always trigger orders_number;
  create schema extra;
  create table extra.notes (id integer primary key, note text);
  create unlogged table scratch (n integer);
  create view all_words as select word from lines;`;

const ORDER = `
  with placed as (
    insert into orders (total, tags, data, bytes, day, ratio)
    values ($1, array['a,b', null, 'c"d\\'], '{"k": "ü🏺\\u2028"}', '\\x00ff0a5c', '2026-02-28', 'NaN') returning id
  ), listed as (
    insert into lines (order_id, word) select id, E'tab\\tnew\\nback\\\\slash \\\\. ' || w from placed, generate_series(1, 3) as w
    returning id
  )
  select graphile_worker.add_job('mail', json_build_object('order', id), job_key := 'order-' || id) from placed`;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-backup-'));
  mkdirSync(path('migrations'));
  writeFileSync(path('migrations/0001_tables.sql'), TABLES);
  writeFileSync(path('migrations/0002_more.sql'), 'alter table settings add column note text;');
  await runMigrations({ pgPool: source.pool, taskList: {}, noHandleSignals: true });
  await migrate(source, sets());
  await source.pool.query(`insert into "Odd ""name" ("select") values ('Ä'), (null), ('')`);
  await source.pool.query("update settings set value = 'changed since'; insert into extra.notes values (1, E'\\\\N')");
  await source.pool.query('insert into scratch values (1)');
  await placeOrder(source);
  await source.pool.query('update orders set first_line = (select min(id) from lines)');
  mkdirSync(path('media/deep/er'), { recursive: true });
  writeFileSync(path('media/deep/er/pot.jpg'), Buffer.alloc(3_000_000, 'pot'));
  writeFileSync(path('media/empty'), '');
  mkdirSync(path('uploads/ab'), { recursive: true });
  writeFileSync(path('uploads/ab/drawing'), 'a drawing');
  for (const name of ['downloads', 'message-files']) {
    mkdirSync(path(`${name}/cd`), { recursive: true });
    writeFileSync(path(`${name}/cd/file`), `of ${name}`);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const placeOrder = ({ pool }: Database) => pool.query(ORDER, [Math.random()]);

/** Every row of every table, as text, in a fixed order. */
async function allRows({ pool }: Database): Promise<Record<string, string[]>> {
  const tables = [
    ...['orders', 'lines', '"Odd ""name"', 'settings', 'extra.notes'],
    ...['graphile_worker._private_jobs', 'graphile_worker._private_tasks', 'platform.migrations'],
  ];
  const found = tables.map(async (table) => {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${table} t order by row`);
    return [table, rows.map(({ row }) => row)] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}

async function getErrorCode(work: Promise<unknown>): Promise<BackupErrorCode | unknown> {
  return work.then(
    () => 'it worked',
    (error: BackupError) => error.code ?? error,
  );
}

const createBackup = (name: string, options = {}) => backup({ database: source, file: path(name), ...options });
const restoreBackup = (name: string, options = {}) =>
  restore({ file: path(name), database: target, sets: sets(), replace: true, ...options });

describe('backup and restore', () => {
  it('restore every row unchanged', async () => {
    const report = await createBackup('whole.tar.gz', {
      folders: {
        media: path('media'),
        uploads: path('uploads'),
        downloads: path('downloads'),
        'message-files': path('message-files'),
      },
      programVersion: '1.2.3',
    });
    expect(report).toMatchObject({ files: 5, rows: expect.any(Number) });
    expect(statSync(path('whole.tar.gz')).mode & 0o777).toBe(0o600);
    const steps = new Set<string>();
    const restored = await restoreBackup('whole.tar.gz', {
      replace: false,
      folders: {
        media: path('back'),
        uploads: path('back-uploads'),
        downloads: path('back-downloads'),
        'message-files': path('back-message-files'),
      },
      onProgress: ({ step }: { step: string }) => steps.add(step),
    });
    expect([...steps]).toEqual(['verify', 'tables', 'media', 'uploads', 'downloads', 'message-files']);
    const { tables, rows, files } = report;
    expect(restored).toEqual({ tables, rows, files, failed: [], deleted: 0 });
    expect(await allRows(target)).toEqual(await allRows(source));
    expect(readFileSync(path('back/deep/er/pot.jpg')).equals(readFileSync(path('media/deep/er/pot.jpg')))).toBe(true);
    expect(readdirSync(path('back')).sort()).toEqual(['deep', 'empty']);
    expect(readFileSync(path('back-uploads/ab/drawing'), 'utf8')).toBe('a drawing');
    for (const name of ['downloads', 'message-files'])
      expect(readFileSync(path(`back-${name}/cd/file`), 'utf8')).toBe(`of ${name}`);
  });

  it('hold the files of a bucket, which has them and no others afterwards', async () => {
    const bucket = createBucketStore(readBucketConfig(bucketVariables(), path('of-bucket')));
    const contents = new Map([
      ['media/originals/aa/pot.jpg', 'pot'.repeat(100_000)],
      ['media/empty', ''],
      ['downloads/Glaze cäre and more.pdf', 'Every glaze'],
      ['review-photographs/ab/photograph', 'a photograph'],
    ]);
    for (const [key, content] of contents) await bucket.put(key, Buffer.from(content));
    expect(await createBackup('bucket.tar.gz', { store: bucket })).toMatchObject({ files: contents.size });
    await bucket.delete(['media/empty']);
    await bucket.put('downloads/since.pdf', Buffer.from('stored since'));
    await bucket.put('uploads/ab/drawing', Buffer.from('the backup has no such folder'));
    const names = ['media', 'uploads', 'downloads', 'message-files', 'review-photographs'];
    const folders = Object.fromEntries(names.map((name) => [name, path(`of-bucket/${name}`)]));
    const moves = { from: createDiskStore(path('of-bucket')), to: bucket };
    const into = (options = {}) => restoreBackup('bucket.tar.gz', { folders, moves, ...options });
    expect(await getErrorCode(into({ replace: false }))).toBe('MEDIA_NOT_EMPTY');
    expect(String(await readWhole(bucket, 'downloads/since.pdf'))).toBe('stored since');
    const lossy = { ...moves, to: { ...bucket, putStream: (key: string) => bucket.put(key, Buffer.from('x')) } };
    expect(await into({ moves: lossy })).toMatchObject({ failed: ['media/empty'], deleted: 0 });
    const closed: FileStore = { ...bucket, putStream: () => Promise.reject(new Error('no answer')) };
    const stopped = into({ moves: { ...moves, to: closed } });
    await expect(stopped).rejects.toMatchObject({
      ...{
        code: 'MOVE_STOPPED',
        message: expect.stringMatching(/restored, but .* no answer\. Run 'files move bucket'/),
      },
    });
    expect(String(await readWhole(bucket, 'downloads/since.pdf'))).toBe('stored since');
    expect(await into()).toMatchObject({ files: contents.size, failed: [], deleted: 1 });
    for (const [key, content] of contents) expect(String(await readWhole(bucket, key)), key).toBe(content);
    expect(await bucket.find('downloads/since.pdf')).toBeNull();
    expect(await bucket.find('uploads/ab/drawing')).not.toBeNull();
    expect(await moves.from.find('media/originals/aa/pot.jpg')).toBeNull();
  });

  it('keep constraints, triggers and sequences', async () => {
    const facts = `
      select conname as name, condeferrable::text || condeferred || convalidated as state from pg_constraint where contype = 'f'
      union all select tgname, tgenabled::text from pg_trigger where not tgisinternal
      union all select schemaname || '.' || sequencename, last_value::text from pg_sequences order by 1, 2`;
    expect((await target.pool.query(facts)).rows).toEqual((await source.pool.query(facts)).rows);
    await placeOrder(target);
    await expect(target.pool.query("update lines set word = 'x'")).rejects.toThrow('never changed');
    await expect(target.pool.query('insert into lines (order_id, word) values (-1, 1)')).rejects.toThrow('foreign key');
    expect(await listPendingMigrations(target, sets())).toEqual([]);
  });

  it('take a consistent snapshot while orders are placed', async () => {
    let open = true;
    let placed = 0;
    const shoppers = [1, 2, 3].map(async () => {
      while (open) {
        await placeOrder(source);
        placed += 1;
      }
    });
    await expect.poll(() => placed).toBeGreaterThan(5);
    const { rows } = await source.pool.query<{ id: number }>('select id from orders');
    const before = placed;
    await createBackup('moment.tar.gz');
    await expect.poll(() => placed).toBeGreaterThan(before + 3);
    open = false;
    await Promise.all(shoppers);
    await restoreBackup('moment.tar.gz');
    const inSource = await allRows(source);
    const inTarget = await allRows(target);
    for (const table of ['orders', 'lines', 'graphile_worker._private_jobs']) {
      const all = new Set(inSource[table]);
      expect(inTarget[table]?.filter((row) => !all.has(row))).toEqual([]);
      expect(inTarget[table]?.length).toBeLessThan(all.size);
    }
    const restored = new Set(
      (await target.pool.query<{ id: number }>('select id from orders')).rows.map(({ id }) => id),
    );
    expect(rows.filter(({ id }) => !restored.has(id))).toEqual([]);
    const { rows: sums } = await target.pool.query(`
      select (select count(*) from orders) as orders, (select count(*) from lines) as lines,
             (select count(*) from graphile_worker._private_jobs) as jobs`);
    expect(sums[0]).toEqual({ orders: restored.size, lines: restored.size * 3, jobs: restored.size });
    await placeOrder(target);
  });

  it('unlock running jobs without counting their attempt', async () => {
    await source.pool.query(
      `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker', attempts = 1
        where id = (select min(id) from graphile_worker._private_jobs)`,
    );
    await createBackup('jobs.tar.gz');
    await restoreBackup('jobs.tar.gz');
    const { rows } = await target.pool.query(
      'select locked_at, locked_by, attempts, is_available from graphile_worker._private_jobs order by id limit 1',
    );
    expect(rows).toEqual([{ locked_at: null, locked_by: null, attempts: 0, is_available: true }]);
    await source.pool.query(
      'update graphile_worker._private_jobs set locked_at = null, locked_by = null, attempts = 0',
    );
  });

  it('restore an older database with its own migrations, which migrate continues', async () => {
    await createBackup('older.tar.gz');
    writeFileSync(path('migrations/0003_later.sql'), 'create table later (n integer);');
    onTestFinished(() => rmSync(path('migrations/0003_later.sql')));
    await restoreBackup('older.tar.gz');
    expect(await listPendingMigrations(target, sets())).toEqual([{ owner: 'test', name: '0003_later.sql' }]);
  });
});

describe('a backup', () => {
  it('never overwrites a file and leaves none behind when it fails', async () => {
    writeFileSync(path('mine'), 'mine');
    expect(await getErrorCode(createBackup('mine'))).toBe('FILE_EXISTS');
    expect(readFileSync(path('mine'), 'utf8')).toBe('mine');
    const failing = createBackup('failed.tar.gz', {
      onProgress: () => {
        throw new Error('as if the disk had gone');
      },
    });
    await expect(failing).rejects.toThrow('as if');
    expect(readdirSync(folder).filter((name) => name.startsWith('failed'))).toEqual([]);
    await expect(createBackup('no/such/folder.tar.gz')).rejects.toThrow('ENOENT');
  });
});

describe('a refused restore', () => {
  let before: Record<string, string[]> = {};
  beforeAll(async () => {
    await createBackup('good.tar.gz', { folders: { media: path('media'), uploads: path('uploads') } });
    await restoreBackup('good.tar.gz', { folders: { media: path('back'), uploads: path('back-uploads') } });
    before = await allRows(target);
  });

  /** Database and media folder are as before. */
  async function expectUnchanged(): Promise<void> {
    expect(await allRows(target)).toEqual(before);
    expect(readdirSync(path('back')).sort()).toEqual(['deep', 'empty']);
  }

  it('refuses a database and a media folder that are not empty, unless replace is set', async () => {
    expect(await getErrorCode(restoreBackup('good.tar.gz', { replace: false }))).toBe('DATABASE_NOT_EMPTY');
    expect(
      await getErrorCode(
        restoreBackup('good.tar.gz', {
          replace: false,
          folders: { media: path('back'), uploads: path('back-uploads') },
        }),
      ),
    ).toBe('MEDIA_NOT_EMPTY');
    await expectUnchanged();
  });

  it.each([0, 5, 100, 2_000, 0.3, 0.9, -600, -20, -8, -1])('reports a file truncated at %d as damaged', async (cut) => {
    const whole = readFileSync(path('good.tar.gz'));
    const at = cut < 0 ? whole.length + cut : cut < 1 ? Math.floor(whole.length * cut) : cut;
    writeFileSync(path('cut.tar.gz'), whole);
    truncateSync(path('cut.tar.gz'), at);
    expect(
      await getErrorCode(
        restoreBackup('cut.tar.gz', { folders: { media: path('back'), uploads: path('back-uploads') } }),
      ),
    ).toBe('BACKUP_DAMAGED');
    await expectUnchanged();
  });

  it.each([0.2, 0.5, 0.8])('reports a file with a changed byte at %d as damaged', async (part) => {
    const bytes = readFileSync(path('good.tar.gz'));
    const at = Math.floor(bytes.length * part);
    bytes[at] = (bytes[at] ?? 0) ^ 0x10;
    writeFileSync(path('changed.tar.gz'), bytes);
    expect(await getErrorCode(restoreBackup('changed.tar.gz'))).toBe('BACKUP_DAMAGED');
    await expectUnchanged();
  });

  it('detects a changed row in a validly compressed file', async () => {
    const bytes = gunzipSync(readFileSync(path('good.tar.gz')));
    const at = bytes.indexOf('changed since');
    expect(at).toBeGreaterThan(0);
    bytes.write('Changed', at);
    writeFileSync(path('edited.tar.gz'), gzipSync(bytes));
    expect(await getErrorCode(restoreBackup('edited.tar.gz'))).toBe('BACKUP_DAMAGED');
    await expectUnchanged();
  });

  it('distinguishes a file that is no backup from a missing one', async () => {
    writeFileSync(path('text'), 'hello');
    expect(await getErrorCode(restoreBackup('text'))).toBe('BACKUP_DAMAGED');
    expect(await getErrorCode(restoreBackup('nothing'))).toBe('BACKUP_MISSING');
  });

  it('refuses a backup whose migrations differ or are missing', async () => {
    writeFileSync(path('migrations/0002_more.sql'), 'alter table settings add column note integer;');
    expect(await getErrorCode(restoreBackup('good.tar.gz'))).toBe('BACKUP_MISMATCH');
    rmSync(path('migrations/0002_more.sql'));
    expect(await getErrorCode(restoreBackup('good.tar.gz'))).toBe('BACKUP_MISMATCH');
    writeFileSync(path('migrations/0002_more.sql'), 'alter table settings add column note text;');
    await expectUnchanged();
  });

  it('refuses a backup whose history was replaced', async () => {
    const replacing = sets().map((set) => ({ ...set, replaced: '0002_more.sql' }));
    expect(await getErrorCode(restoreBackup('good.tar.gz', { sets: replacing }))).toBe('DATABASE_REPLACED');
    await expectUnchanged();
  });

  it('refuses tables that no migration creates, and rolls back', async () => {
    await source.pool.query('create table by_hand as select 1 as one');
    onTestFinished(async () => {
      await source.pool.query('drop table by_hand');
    });
    await createBackup('by-hand.tar.gz');
    expect(
      await getErrorCode(
        restoreBackup('by-hand.tar.gz', { folders: { media: path('back'), uploads: path('back-uploads') } }),
      ),
    ).toBe('BACKUP_MISMATCH');
    await expectUnchanged();
  });
});
