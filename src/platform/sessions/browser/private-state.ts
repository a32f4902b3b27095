import { atom } from 'nanostores';
import { applyFragments } from '#platform/fragments/browser/fragments.ts';
import { activated } from '#platform/http/browser/activation.ts';
import { call } from '#platform/http/browser/api.ts';
import { readConfig } from '#platform/http/browser/config.ts';
import { readHint } from '#platform/http/browser/hint.ts';

/** What is this shopper's own. A page is rendered without it. */
export interface PrivateState {
  /** False until it is known. */
  readonly known: boolean;
  readonly counts: Readonly<Record<string, number>>;
  readonly signedIn: boolean;
  /** Every field of the hint, for features that add their own. */
  readonly hint: Readonly<Record<string, string>>;
}

/** The private call's answer. */
interface PrivateAnswer {
  readonly hint: Readonly<Record<string, string>>;
  readonly counts?: Readonly<Record<string, number>>;
  readonly fragments?: Readonly<Record<string, string>>;
}

const storageKey = 'vt-private';

/** For other tabs, and only to tell them: a `storage` event keeps a page fit for the back-forward cache. */
const signalKey = 'vt-private-changed';

const nothing: PrivateState = { known: false, counts: {}, signedIn: false, hint: {} };

export const privateState = atom<PrivateState>(nothing);

/** Keeps the state true from now on: after writes, in other tabs, after a return from the back-forward cache. */
export function startPrivateState(): void {
  addEventListener('pageshow', (event) => event.persisted && syncPrivateState());
  addEventListener('storage', (event) => event.key === signalKey && syncPrivateState());
  document.addEventListener('visibilitychange', () => document.hidden || syncPrivateState());
  document.addEventListener('vt:fragments-changed', () => showCounts(privateState.get()));
  document.addEventListener('vt:written', noticeWrite);
  void syncPrivateState();
}

let queue = Promise.resolve();

/** Brings the state up to date; a call is made only when the hint cookie differs from what was seen last. */
function syncPrivateState(): Promise<void> {
  queue = queue.then(sync);
  return queue;
}

async function sync(): Promise<void> {
  await activated();
  const hint = readHint();
  if (hint === null) return publish(fromHint('', {}));
  const seen = readSeen();
  if (seen?.hint === hint) return show(hint, seen.answer);
  publish(fromHint(hint, {}));
  const path = readConfig()?.privatePath;
  const answer = path ? await call<PrivateAnswer>(path) : null;
  if (!answer?.ok) return;
  // The reply may have mended the cookie, and a write in another tab may have changed it meanwhile.
  const current = readHint() ?? '';
  const { hint: answered } = answer.data;
  const isOf = current !== '' && Object.entries(fieldsOf(current)).every(([name, value]) => answered[name] === value);
  if (isOf) store(sessionStorage, storageKey, JSON.stringify({ hint: current, answer: answer.data }));
  show(current, answer.data);
}

/** A write's reply brought the new hint, and the page shows what it changed: numbers follow at once, the rest with the next page. */
function noticeWrite(): void {
  const hint = readHint();
  if (hint === readSeen()?.hint) return;
  publish(fromHint(hint ?? '', {}));
  store(localStorage, signalKey, `${hint} ${Date.now()}`);
}

function show(hint: string, answer: PrivateAnswer): void {
  publish(fromHint(hint, answer.counts ?? {}));
  if (answer.fragments) void applyFragments(answer.fragments);
}

const fieldsOf = (hint: string): Record<string, string> => Object.fromEntries(new URLSearchParams(hint));

function fromHint(text: string, counts: Readonly<Record<string, number>>): PrivateState {
  const hint = fieldsOf(text);
  const badges = Object.entries(readConfig()?.badges ?? {});
  const hinted = Object.fromEntries(badges.map(([badge, field]) => [badge, Number(hint[field]) || 0]));
  return { known: true, counts: { ...hinted, ...counts }, signedIn: hint.s === '1', hint };
}

function publish(state: PrivateState): void {
  privateState.set(state);
  showCounts(state);
  document.dispatchEvent(new CustomEvent('vt:private-state', { detail: state }));
}

/** `<span data-count="cart" hidden>0</span>`: badges need no component. */
function showCounts({ counts, known }: PrivateState): void {
  if (!known) return;
  for (const badge of document.querySelectorAll<HTMLElement>('[data-count]')) {
    const count = counts[badge.dataset.count ?? ''] ?? 0;
    badge.textContent = String(count);
    badge.hidden = count === 0;
  }
}

function readSeen(): { hint: string; answer: PrivateAnswer } | null {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
  } catch {
    return null;
  }
}

function store(storage: Storage, key: string, value: string): void {
  try {
    storage.setItem(key, value);
  } catch {
    // Full or forbidden: the next page asks again.
  }
}
