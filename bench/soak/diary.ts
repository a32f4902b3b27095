/** What became of one checkout form, as its shopper saw it. */
export interface Attempt {
  readonly requestKey: string;
  /** Of the orders that the answers led to. */
  readonly tokens: Set<string>;
  /** Ways in which the last answer said no: `409`, `303 /cart`. */
  refusal: string | null;
  /** Sent again after a lost answer, or twice at once. */
  sent: number;
  /** The shopper left without having waited for an answer. */
  left: boolean;
  /** The shopper was told that the order is confirmed. */
  confirmed: boolean;
  /** No answer came, however long the shopper tried. */
  unanswered: boolean;
}

/** All that the shoppers were told. */
export interface Diary {
  readonly attempts: Attempt[];
  /** Requests that got no answer or a 5xx, and were made again. */
  lost: number;
  /** What must not happen whatever was killed. */
  readonly surprises: string[];
}

export const newDiary = (): Diary => ({ attempts: [], lost: 0, surprises: [] });

const unsettled = { left: false, confirmed: false, unanswered: false };

export function newAttempt(diary: Diary, requestKey: string): Attempt {
  const attempt = { requestKey, tokens: new Set<string>(), refusal: null, sent: 0, ...unsettled };
  diary.attempts.push(attempt);
  return attempt;
}
