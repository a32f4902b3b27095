import { readConfig } from './config.ts';
import { type CallResult, createFailure, send } from './request.ts';

/** Maximum age in milliseconds. The server accepts a nonce for at least 12 hours. */
const maxAge = 11 * 60 * 60 * 1000;
const storageKey = 'vt-nonces';

type StoredNonces = Record<string, { nonce: string; until: number }>;

let pendingRequest: { actions: Set<string>; answer: Promise<CallResult<Record<string, string>>> } | null = null;

/**
 * Returns the nonce of an action from storage, or fetches it together with other nonces requested at the same time.
 * @param fresh the server refused the stored nonce because the visitor has changed, so all nonces are dropped
 */
export async function getNonce(action: string, { fresh = false } = {}): Promise<CallResult<string>> {
  if (fresh) memory = {};
  const stored = readStoredNonces()[action];
  if (stored && stored.until > Date.now()) return { ok: true, status: 200, data: stored.nonce };
  if (!pendingRequest) {
    const actions = new Set<string>();
    pendingRequest = { actions, answer: Promise.resolve().then(() => fetchNonces(actions)) };
  }
  pendingRequest.actions.add(action);
  const answer = await pendingRequest.answer;
  if (!answer.ok) return answer;
  const nonce = answer.data[action];
  return nonce === undefined
    ? createFailure('unknown_error', answer.status)
    : { ok: true, status: answer.status, data: nonce };
}

async function fetchNonces(actions: ReadonlySet<string>): Promise<CallResult<Record<string, string>>> {
  pendingRequest = null;
  const config = readConfig();
  if (!config) return createFailure('unknown_error', 0);
  const answer = await withVisitorLock(() =>
    send<{ nonces: Record<string, string> }>(config.noncePath, { method: 'POST', body: { actions: [...actions] } }),
  );
  if (!answer.ok) return answer;
  storeNonces(answer.data.nonces);
  return { ...answer, data: answer.data.nonces };
}

/** Runs one call at a time across tabs: the first call creates the visitor, and the next call sends its cookie. */
export function withVisitorLock<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  // `navigator.locks` is undefined in an insecure context.
  const locks = navigator.locks as LockManager | undefined;
  return locks ? (locks.request('vt-visitor', work) as Promise<Answer>) : work();
}

let memory: StoredNonces | undefined;

function readStoredNonces(): StoredNonces {
  if (memory) return memory;
  try {
    memory = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as StoredNonces;
  } catch {
    memory = {};
  }
  return memory;
}

function storeNonces(nonces: Record<string, string>): void {
  memory = { ...readStoredNonces() };
  for (const [action, nonce] of Object.entries(nonces)) memory[action] = { nonce, until: Date.now() + maxAge };
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(memory));
  } catch {
    // The storage is full or forbidden, so the nonces stay in the memory of this page.
  }
}
