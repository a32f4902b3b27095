import { type Answer, readOrderToken, type Shopper } from '#tests/support/shopper.ts';

/** The outcome of one checkout form as the shopper saw it. */
export interface Attempt {
  readonly requestKey: string;
  /** Who sent it: one of the devices of a shopper. */
  readonly shopper: Shopper;
  /** Tokens of the orders that the answers redirected to. */
  readonly tokens: Set<string>;
  /** References of the payments to whose pages at the provider the answers redirected. */
  readonly payments: Set<string>;
  /** Tokens of orders that refusals linked to: the form's own order may have ended meanwhile. */
  readonly linked: Set<string>;
  /** Last answer that placed no order: `200` with its reason, `303 /cart`. */
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

/** Whether the shopper was told that the form became an order. */
export const isAccepted = ({ tokens, payments }: Attempt): boolean => tokens.size + payments.size > 0;

interface DeclaredWithdrawal {
  readonly requestKey: string;
  /** Of the order. */
  readonly number: string;
  /** The email address was not that of the order. */
  readonly isMistyped: boolean;
}

/** Quantities by the id of the variation. */
export type CartQuantities = ReadonlyMap<number, number>;

/** What "buy now" left in the cart for the order, and what it set aside. */
export interface BoughtAlone {
  readonly variationId: number;
  readonly waiting: CartQuantities;
}

/** The last form of a shopper with one device who pressed "buy now" and changed nothing afterwards. */
interface OrderedAlone extends BoughtAlone {
  readonly requestKey: string;
}

/** Everything that shoppers and the clerk were told. */
export interface Diary {
  readonly attempts: Attempt[];
  /** Devices on which a shopper has signed in. */
  readonly signedIn: Set<Shopper>;
  /** Request keys of manual orders; the token once the shop has told it. */
  readonly manualOrders: Map<string, string | null>;
  /** Withdrawals that the shop acknowledged. */
  readonly withdrawals: DeclaredWithdrawal[];
  readonly orderedAlone: OrderedAlone[];
  /** Times that "buy now" was pressed, that the others were put back, and that they returned after the order. */
  readonly buyNow: { pressed: number; putBack: number; returned: number };
  /** Codes that a call put into a cart. */
  appliedCoupons: number;
  /** Requests that got no answer or a 5xx and were repeated. */
  repeatedRequests: number;
  /** Answers that must not happen, whatever was killed. */
  readonly unexpectedAnswers: string[];
}

export const createDiary = (): Diary => ({
  ...{ attempts: [], signedIn: new Set(), manualOrders: new Map() },
  ...{ orderedAlone: [], buyNow: { pressed: 0, putBack: 0, returned: 0 } },
  ...{ withdrawals: [], appliedCoupons: 0, repeatedRequests: 0, unexpectedAnswers: [] },
});

const initialFlags = { isAbandoned: false, isConfirmed: false, isUnanswered: false };

export function addAttempt(diary: Diary, requestKey: string, shopper: Shopper): Attempt {
  const told = { tokens: new Set<string>(), payments: new Set<string>(), linked: new Set<string>(), refusal: null };
  const attempt = { requestKey, shopper, ...told, sentCount: 0, ...initialFlags };
  diary.attempts.push(attempt);
  return attempt;
}

/** Notes what an answer to a checkout form meant. */
export function recordAnswer(attempt: Attempt, answer: Answer): void {
  const token = readOrderToken(answer);
  const payment = readPaymentReference(answer);
  if (token !== null) attempt.tokens.add(token);
  else if (payment !== null) attempt.payments.add(payment);
  else if (answer.status < 500) {
    attempt.refusal = `${answer.status} ${answer.location}`.trim();
    for (const [, linked = ''] of answer.body.matchAll(/href="\/order\/([\w-]+)"/g)) attempt.linked.add(linked);
  } else attempt.isUnanswered = true;
}

/** Reference in the address of a page at the test provider to which an answer redirects. */
export const readPaymentReference = ({ status, location }: Answer): string | null =>
  status === 303 ? (/\/pay\/(pay_[\w-]+)$/.exec(location)?.[1] ?? null) : null;
