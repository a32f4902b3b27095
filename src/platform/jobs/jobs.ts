import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';

/** Which try this is: the first is 1. */
export interface Attempt {
  readonly number: number;
  readonly last: boolean;
}

/**
 * Work that is done after a transaction has committed, tried again with growing pauses until it succeeds. A job may run
 * more than once and must bear it: the process can die between the work and the record that it is done.
 */
export interface JobDefinition<Payload = never> {
  /** Permanent: jobs wait in the database under it. Small letters, digits, `-` and `:`. */
  readonly name: string;
  /** Checked before each run. Payloads are stored as JSON. */
  readonly schema: z.ZodType;
  readonly run: (shop: Shop, payload: Payload, attempt: Attempt) => Promise<void>;
  /** `* * * * *` in UTC: minute, hour, day of month, month, day of week. Its schema must take `{}`. */
  readonly every?: string | undefined;
  /** 25 when absent: the last try is about four days after the first. */
  readonly maxAttempts?: number | undefined;
  /** Keeps a processor busy for seconds: such jobs run one at a time in each process and keep no other job waiting. */
  readonly slow?: boolean | undefined;
}

export interface JobOptions {
  /** At most one waiting job has a key; adding another under the same key is decided by `keyMode`. */
  readonly key?: string | undefined;
  /** Now when absent. */
  readonly runAt?: Date | undefined;
  /**
   * `replace` (default): payload and time of the new one; `preserve_run_at`: payload of the new one, time of the old
   * one; `unsafe_dedupe`: the old one stays, even if it is running or has failed for good.
   */
  readonly keyMode?: 'replace' | 'preserve_run_at' | 'unsafe_dedupe' | undefined;
}

export interface Jobs {
  /** One statement; the job commits or rolls back with `tx` and starts within milliseconds of the commit. */
  add<Payload>(tx: Db, job: JobDefinition<Payload>, payload: NoInfer<Payload>, options?: JobOptions): Promise<void>;
}

declare module '#platform/features/shop.ts' {
  interface Shop {
    readonly jobs: Jobs;
  }
}

/** @throws TypeError for a name or a schedule that could never run */
export function defineJob<Payload>(
  definition: JobDefinition<Payload> & { readonly schema: z.ZodType<Payload> },
): JobDefinition<Payload> {
  const { name, every, schema } = definition;
  if (!/^[a-z][a-z0-9:-]{0,99}$/.test(name)) throw new TypeError(`'${name}' is no name for a job`);
  if (every !== undefined && !schema.safeParse({}).success) {
    throw new TypeError(`job '${name}' runs by itself, so its schema must take {}`);
  }
  return definition;
}

export function createJobs(): Jobs {
  return {
    async add(tx, { name, maxAttempts }, payload, { key, runAt, keyMode = 'replace' } = {}) {
      await tx.execute(sql`
        select 1 from graphile_worker.add_job(
          identifier := ${name}, payload := ${JSON.stringify(payload)}::json,
          run_at := ${runAt?.toISOString() ?? null}::timestamptz, max_attempts := ${maxAttempts ?? null}::int,
          job_key := ${key ?? null}, job_key_mode := ${keyMode})`);
    },
  };
}
