import { z } from 'zod';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';

/** `number` of the first attempt is 1. */
export interface Attempt {
  readonly number: number;
  readonly isLast: boolean;
}

/**
 * Work that runs after a transaction commits, with retries and growing delays until it succeeds.
 * Jobs must be idempotent: the process can die between the work and the record of its completion.
 */
export interface JobDefinition<Payload = never> {
  /**
   * Name in the form `feature:verb-noun`: lower-case letters, digits, `-`, `:`. It is permanent, because the database
   * stores it with waiting jobs.
   */
  readonly name: string;
  /** Schema that checks the payload before each run. Payloads are stored as JSON. */
  readonly schema: z.ZodType;
  /** Does the work. It may run more than once for the same job, so it must be idempotent. */
  readonly run: (shop: Shop, payload: Payload, attempt: Attempt) => Promise<void>;
  /** Schedule `* * * * *` in UTC: minute, hour, day of month, month, day of week. The schema must accept `{}`. */
  readonly every?: string | undefined;
  /** Maximum number of attempts. Default 25: the last attempt is about four days after the first. */
  readonly maxAttempts?: number | undefined;
  /** Whether the job uses a processor for seconds. Slow jobs have a separate queue: one at a time in each process. */
  readonly slow?: boolean | undefined;
}

export interface JobOptions {
  /**
   * At most one waiting job has a given key. `keyMode` decides what happens when another job with the key is added.
   */
  readonly key?: string | undefined;
  /** Default: now. */
  readonly runAt?: Date | undefined;
  /**
   * `replace` (default): payload and time of the new job. `preserve_run_at`: payload of the new
   * job, time of the old one. `unsafe_dedupe`: the old job stays, even when it is running or has failed.
   */
  readonly keyMode?: 'replace' | 'preserve_run_at' | 'unsafe_dedupe' | undefined;
}

export interface Jobs {
  /**
   * Adds a job with one statement. The job commits or rolls back with `tx` and starts milliseconds after the commit.
   */
  add<Payload>(tx: Db, job: JobDefinition<Payload>, payload: NoInfer<Payload>, options?: JobOptions): Promise<void>;
}

declare module '#platform/features/shop.ts' {
  interface Shop {
    readonly jobs: Jobs;
  }
}

/**
 * Defines a job. Without a schema its payload is {}.
 * @throws TypeError for an invalid name, or a schedule whose schema does not accept {}
 */
export function defineJob<Payload = object>(
  definition: Omit<JobDefinition<Payload>, 'schema'> & { readonly schema?: z.ZodType<Payload> },
): JobDefinition<Payload> {
  const { name, every, schema = z.object({}) } = definition;
  if (!/^[a-z][a-z0-9:-]{0,99}$/.test(name))
    throw new TypeError(`The job name '${name}' is not valid: use lower-case letters, digits, - and :, at most 100`);
  if (every !== undefined && !schema.safeParse({}).success) {
    throw new TypeError(`The job '${name}' has a schedule, so its schema must accept {}`);
  }
  return { ...definition, schema };
}

const addJob = sqlQuery(
  'jobs.add-job',
  `select 1 from graphile_worker.add_job(identifier := $1, payload := $2::json, run_at := $3::timestamptz, max_attempts := $4::int,
    job_key := $5, job_key_mode := $6)`,
);

export function createJobs(): Jobs {
  return {
    async add(tx, { name, maxAttempts }, payload, { key, runAt, keyMode = 'replace' } = {}) {
      await addJob(tx, [name, JSON.stringify(payload), runAt ?? null, maxAttempts ?? null, key ?? null, keyMode]);
    },
  };
}
