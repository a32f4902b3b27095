import pg from 'pg';
import { OWN_SCHEMAS, quoted } from './tables.ts';

interface Constraint {
  schema: string;
  name: string;
  constraint: string;
  deferrable: boolean;
  deferred: boolean;
}

interface Trigger {
  schema: string;
  name: string;
  trigger: string;
  enabled: 'O' | 'A' | 'R';
}

/**
 * Runs `load` with triggers off and foreign keys deferred, then restores both. The owner of the
 * tables may do this. `session_replication_role` needs a superuser, which managed PostgreSQL does
 * not give, and ordering tables by keys fails for tables that refer to each other.
 */
export async function deferConstraints(client: pg.PoolClient, load: () => Promise<void>): Promise<void> {
  // Pending checks of migrations would block `alter table`.
  await client.query('set constraints all immediate');
  const keys = await foreignKeys(client);
  const triggers = await enabledTriggers(client);
  for (const key of keys) await alterKey(client, key, 'deferrable initially deferred');
  for (const one of triggers) await alterTrigger(client, one, 'disable');
  await client.query('set constraints all deferred');
  await load();
  await client.query('set constraints all immediate');
  for (const key of keys) await alterKey(client, key, timing(key));
  for (const one of triggers) await alterTrigger(client, one, ENABLE[one.enabled]);
}

const ENABLE = { O: 'enable', A: 'enable always', R: 'enable replica' } as const;

async function foreignKeys(client: pg.PoolClient): Promise<Constraint[]> {
  const { rows } = await client.query<Constraint>(`
    select n.nspname as schema, c.relname as name, k.conname as constraint,
           k.condeferrable as deferrable, k.condeferred as deferred
      from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where k.contype = 'f' and k.conparentid = 0 and ${OWN_SCHEMAS}`);
  return rows;
}

async function enabledTriggers(client: pg.PoolClient): Promise<Trigger[]> {
  const { rows } = await client.query<Trigger>(`
    select n.nspname as schema, c.relname as name, t.tgname as trigger, t.tgenabled as enabled
      from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
     where not t.tgisinternal and t.tgenabled <> 'D' and t.tgparentid = 0 and ${OWN_SCHEMAS}`);
  return rows;
}

function timing({ deferrable, deferred }: Constraint): string {
  if (!deferrable) return 'not deferrable';
  return deferred ? 'deferrable initially deferred' : 'deferrable initially immediate';
}

async function alterKey(client: pg.PoolClient, key: Constraint, how: string): Promise<void> {
  await client.query(`alter table ${quoted(key)} alter constraint ${pg.escapeIdentifier(key.constraint)} ${how}`);
}

async function alterTrigger(client: pg.PoolClient, one: Trigger, how: string): Promise<void> {
  await client.query(`alter table ${quoted(one)} ${how} trigger ${pg.escapeIdentifier(one.trigger)}`);
}
