import { atom } from 'nanostores';
import { applyFragments } from '#platform/fragments/browser/fragments.ts';
import { waitForActivation } from '#platform/http/browser/activation.ts';
import { call } from '#platform/http/browser/api.ts';
import { readConfig } from '#platform/http/browser/config.ts';
import { readHint } from '#platform/http/browser/hint.ts';

/** Data of this shopper. Cached pages are rendered without them. */
export interface PrivateState {
  /** Whether the state was read. */
  readonly known: boolean;
  readonly counts: Readonly<Record<string, number>>;
  readonly signedIn: boolean;
  readonly hint: Readonly<Record<string, string>>;
  /** Data that features add to the reply of the private call, by feature. A write does not update them. */
  readonly state: Readonly<Record<string, unknown>>;
}

interface PrivateAnswer {
  readonly hint: Readonly<Record<string, string>>;
  readonly state?: Readonly<Record<string, unknown>>;
  readonly counts?: Readonly<Record<string, number>>;
  readonly fragments?: Readonly<Record<string, string>>;
}

const storageKey = 'vt-private';

/** Milliseconds after which a reply is requested again: the server may have changed the data without the cookie. */
const maxAnswerAge = 10 * 60_000;

/** Signals other tabs. A `storage` event does not block the back-forward cache. */
const signalKey = 'vt-private-changed';

const unknownState: PrivateState = { known: false, counts: {}, signedIn: false, hint: {}, state: {} };

export const privateState = atom<PrivateState>(unknownState);

/** Keeps the state up to date after writes, across tabs and after a back-forward navigation. */
export function startPrivateState(): void {
  addEventListener('pageshow', (event) => event.persisted && syncPrivateState());
  addEventListener('storage', (event) => event.key === signalKey && syncPrivateState());
  document.addEventListener('visibilitychange', () => document.hidden || syncPrivateState());
  document.addEventListener('vt:fragments-changed', () => showCounts(privateState.get()));
  document.addEventListener('vt:written', handleWrite);
  void syncPrivateState();
}

let queue = Promise.resolve();

/**
 * Updates the state. Calls the server only when the hint cookie has changed, or the last reply is ten minutes old.
 */
export function syncPrivateState(): Promise<void> {
  queue = queue.then(updateState);
  return queue;
}

async function updateState(): Promise<void> {
  await waitForActivation();
  const hint = readHint();
  if (hint === null) return publishState(createState('', {}));
  const seen = readStoredAnswer();
  if (seen?.hint === hint) {
    showAnswer(hint, seen.answer);
    if (Math.abs(Date.now() - seen.askedAt) < maxAnswerAge) return;
  } else publishState(createState(hint, {}));
  const path = readConfig()?.privatePath;
  const answer = path ? await call<PrivateAnswer>(path) : null;
  if (!answer?.ok) return;
  // The reply, or a write in another tab, may have changed the cookie.
  const current = readHint() ?? '';
  const { hint: answered } = answer.data;
  const isCurrent =
    current !== '' && Object.entries(parseHint(current)).every(([name, value]) => answered[name] === value);
  if (isCurrent) {
    const stored: StoredAnswer = { hint: current, answer: answer.data, askedAt: Date.now() };
    writeStorage(sessionStorage, storageKey, JSON.stringify(stored));
  }
  showAnswer(current, answer.data);
}

/** The reply to a write sets the hint cookie: counts update at once, other data with the next page. */
function handleWrite(): void {
  const hint = readHint();
  if (hint === readStoredAnswer()?.hint) return;
  publishState(createState(hint ?? '', { state: privateState.get().state }));
  writeStorage(localStorage, signalKey, `${hint} ${Date.now()}`);
}

function showAnswer(hint: string, answer: PrivateAnswer): void {
  publishState(createState(hint, answer));
  if (answer.fragments) void applyFragments(answer.fragments);
}

const parseHint = (hint: string): Record<string, string> => Object.fromEntries(new URLSearchParams(hint));

function createState(
  text: string,
  { counts = {}, state = {} }: Pick<Partial<PrivateAnswer>, 'counts' | 'state'>,
): PrivateState {
  const hint = parseHint(text);
  const badges = Object.entries(readConfig()?.badges ?? {});
  const hinted = Object.fromEntries(badges.map(([badge, field]) => [badge, Number(hint[field]) || 0]));
  return { known: true, counts: { ...hinted, ...counts }, signedIn: hint.s === '1', hint, state };
}

function publishState(state: PrivateState): void {
  privateState.set(state);
  showCounts(state);
  document.dispatchEvent(new CustomEvent('vt:private-state', { detail: state }));
}

/** Updates badges such as `<span data-count="cart" hidden>0</span>`. */
function showCounts({ counts, known }: PrivateState): void {
  if (!known) return;
  for (const badge of document.querySelectorAll<HTMLElement>('[data-count]')) {
    const count = counts[badge.dataset.count ?? ''] ?? 0;
    badge.textContent = String(count);
    badge.hidden = count === 0;
  }
}

interface StoredAnswer {
  readonly hint: string;
  readonly answer: PrivateAnswer;
  /** Milliseconds since 1970. */
  readonly askedAt: number;
}

function readStoredAnswer(): StoredAnswer | null {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
  } catch {
    return null;
  }
}

function writeStorage(storage: Storage, key: string, value: string): void {
  try {
    storage.setItem(key, value);
  } catch {
    // The storage is full or forbidden, so the next page calls the server again.
  }
}
