const latest = new Map<string, Promise<void>>();

/** Runs work of one key one after another in this process, in the order of the calls. */
export async function runSequentially<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const before = latest.get(key);
  const { promise: done, resolve } = Promise.withResolvers<void>();
  latest.set(key, done);
  try {
    await before;
    return await work();
  } finally {
    resolve();
    if (latest.get(key) === done) latest.delete(key);
  }
}
