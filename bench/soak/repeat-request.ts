import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '#tests/support/shopper.ts';
import type { Diary } from './attempts.ts';

/** Milliseconds for which a shopper repeats a request without an answer. */
const patience = 150_000;

/** Repeats a request until it gets an answer other than 5xx. */
export async function repeatUntilAnswered<Result>(diary: Diary, request: () => Promise<Result>): Promise<Result> {
  const limit = Date.now() + patience;
  for (;;) {
    try {
      const result = await request();
      if (!isFailure(result)) return result;
    } catch (error) {
      if (Date.now() > limit) throw new Error(`no answer within ${patience / 1000} s`, { cause: error });
    }
    if (Date.now() > limit) throw new Error(`only 5xx answers within ${patience / 1000} s`);
    diary.repeatedRequests += 1;
    await sleep(200);
  }
}

function isFailure(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'body' in result && (result as Answer).status >= 500;
}
