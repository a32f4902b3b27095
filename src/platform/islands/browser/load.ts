/** Milliseconds until a chunk counts as lost, retries and all (spec 9.5/4), and the pauses before each retry. */
const limit = 120_000;
const pauses = [1_000, 3_000, 9_000];

export type Chunk<Module> = () => Promise<Module>;

const underWay = new Map<Chunk<unknown>, Promise<unknown>>();

/** Loads a chunk once for all who ask; after a failure the next one who asks begins anew. */
export function load<Module>(chunk: Chunk<Module>): Promise<Module> {
  let loading = underWay.get(chunk) as Promise<Module> | undefined;
  if (!loading) {
    loading = withinLimit(persist(chunk));
    underWay.set(chunk, loading);
    loading.catch(() => underWay.delete(chunk));
  }
  return loading;
}

async function persist<Module>(chunk: Chunk<Module>): Promise<Module> {
  for (const [turn, pause] of pauses.entries()) {
    try {
      return await (turn ? again(chunk, turn) : chunk());
    } catch {
      await new Promise((resume) => setTimeout(resume, pause));
    }
  }
  return again(chunk, pauses.length);
}

/** A browser may remember that an address failed: then only another address is fetched anew. Its message names the first. */
async function again<Module>(chunk: Chunk<Module>, turn: number): Promise<Module> {
  try {
    return await chunk();
  } catch (error) {
    const address = /https?:\/\/\S+\.js/.exec(String(error))?.[0];
    if (!address) throw error;
    return import(/* @vite-ignore */ `${address}?again=${turn}`);
  }
}

function withinLimit<Module>(loading: Promise<Module>): Promise<Module> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not loaded within ${limit / 1000} s`)), limit);
    loading.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
