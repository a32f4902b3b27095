/** Milliseconds until loading fails, retries included. */
const timeout = 120_000;
/** Milliseconds before each retry. */
const retryDelays = [1_000, 3_000, 9_000];

export type Chunk<Module> = () => Promise<Module>;

const pendingLoads = new Map<Chunk<unknown>, Promise<unknown>>();

/** Loads a chunk once for all callers. After a failure the next call starts again. */
export function loadChunk<Module>(chunk: Chunk<Module>): Promise<Module> {
  let loading = pendingLoads.get(chunk) as Promise<Module> | undefined;
  if (!loading) {
    loading = withTimeout(loadWithRetries(chunk));
    pendingLoads.set(chunk, loading);
    loading.catch(() => pendingLoads.delete(chunk));
  }
  return loading;
}

async function loadWithRetries<Module>(chunk: Chunk<Module>): Promise<Module> {
  for (const [attempt, delay] of retryDelays.entries()) {
    try {
      return await (attempt ? retryChunk(chunk, attempt) : chunk());
    } catch {
      await new Promise((resume) => setTimeout(resume, delay));
    }
  }
  return retryChunk(chunk, retryDelays.length);
}

/**
 * Browsers may cache a failed import by its URL, so a retry needs another URL. The error message
 * names the failed one.
 */
async function retryChunk<Module>(chunk: Chunk<Module>, attempt: number): Promise<Module> {
  try {
    return await chunk();
  } catch (error) {
    const address = /https?:\/\/\S+\.js/.exec(String(error))?.[0];
    if (!address) throw error;
    return import(/* @vite-ignore */ `${address}?again=${attempt}`);
  }
}

function withTimeout<Module>(loading: Promise<Module>): Promise<Module> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not loaded within ${timeout / 1000} s`)), timeout);
    loading.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
