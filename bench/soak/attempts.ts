import { type Answer, readOrderToken } from '#tests/shopper.ts';

/** The outcome of one checkout form as the shopper saw it. */
export interface Attempt {
  readonly requestKey: string;
  /** Tokens of the orders that the answers redirected to. */
  readonly tokens: Set<string>;
  /** Last answer that placed no order: `409`, `303 /cart`. */
  refusal: string | null;
  /** Number of times it was sent: again after a lost answer, or twice at once. */
  sentCount: number;
  /** The shopper left before an answer came. */
  isAbandoned: boolean;
  /** The shopper was told that the order was confirmed. */
  isConfirmed: boolean;
  /** No answer came within the shopper's patience. */
  isUnanswered: boolean;
}

/** Everything that shoppers were told. */
export interface Diary {
  readonly attempts: Attempt[];
  /** Requests that got no answer or a 5xx and were repeated. */
  repeatedRequests: number;
  /** Answers that must not happen, whatever was killed. */
  readonly unexpectedAnswers: string[];
}

export const createDiary = (): Diary => ({ attempts: [], repeatedRequests: 0, unexpectedAnswers: [] });

const initialFlags = { isAbandoned: false, isConfirmed: false, isUnanswered: false };

export function addAttempt(diary: Diary, requestKey: string): Attempt {
  const attempt = { requestKey, tokens: new Set<string>(), refusal: null, sentCount: 0, ...initialFlags };
  diary.attempts.push(attempt);
  return attempt;
}

/** Notes what an answer to a checkout form meant. */
export function recordAnswer(attempt: Attempt, answer: Answer): void {
  const token = readOrderToken(answer);
  if (token !== null) attempt.tokens.add(token);
  else if (answer.status < 500) attempt.refusal = `${answer.status} ${answer.location}`.trim();
  else attempt.isUnanswered = true;
}
