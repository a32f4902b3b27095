import pg from 'pg';
import { OWN_SCHEMAS, quoteTable } from './tables.ts';

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
  const keys = await listForeignKeys(client);
  const triggers = await listEnabledTriggers(client);
  for (const key of keys) await alterForeignKey(client, key, 'deferrable initially deferred');
  for (const trigger of triggers) await alterTrigger(client, trigger, 'disable');
  await client.query('set constraints all deferred');
  await load();
  await client.query('set constraints all immediate');
  for (const key of keys) await alterForeignKey(client, key, formatTiming(key));
  for (const trigger of triggers) await alterTrigger(client, trigger, ENABLE[trigger.enabled]);
}

const ENABLE = { O: 'enable', A: 'enable always', R: 'enable replica' } as const;

async function listForeignKeys(client: pg.PoolClient): Promise<Constraint[]> {
  const { rows } = await client.query<Constraint>(`
    select n.nspname as schema, c.relname as name, k.conname as constraint,
           k.condeferrable as deferrable, k.condeferred as deferred
      from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where k.contype = 'f' and k.conparentid = 0 and ${OWN_SCHEMAS}`);
  return rows;
}

async function listEnabledTriggers(client: pg.PoolClient): Promise<Trigger[]> {
  const { rows } = await client.query<Trigger>(`
    select n.nspname as schema, c.relname as name, t.tgname as trigger, t.tgenabled as enabled
      from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
     where not t.tgisinternal and t.tgenabled <> 'D' and t.tgparentid = 0 and ${OWN_SCHEMAS}`);
  return rows;
}

function formatTiming({ deferrable, deferred }: Constraint): string {
  if (!deferrable) return 'not deferrable';
  return deferred ? 'deferrable initially deferred' : 'deferrable initially immediate';
}

async function alterForeignKey(client: pg.PoolClient, key: Constraint, timing: string): Promise<void> {
  await client.query(
    `alter table ${quoteTable(key)} alter constraint ${pg.escapeIdentifier(key.constraint)} ${timing}`,
  );
}

async function alterTrigger(client: pg.PoolClient, { trigger, ...table }: Trigger, action: string): Promise<void> {
  await client.query(`alter table ${quoteTable(table)} ${action} trigger ${pg.escapeIdentifier(trigger)}`);
}
