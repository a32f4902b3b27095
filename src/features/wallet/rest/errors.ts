interface Refusal {
  readonly status: number;
  /** Error code of the provider, such as `INSTRUMENT_DECLINED`. */
  readonly issue: string;
  /** Id with which the provider's support finds the call. */
  readonly debugId: string;
  /** Page on which the shopper can continue; null when the provider names none. */
  readonly shopperUrl: string | null;
}

/** Thrown when the provider refuses a call. Contains no text of the reply, which may quote personal data. */
export class WalletRefusal extends Error {
  override readonly name = 'WalletRefusal';
  readonly refusal: Refusal;

  constructor(operation: string, refusal: Refusal) {
    super(`the wallet refused ${operation}: ${refusal.status} ${refusal.issue} (debug id ${refusal.debugId})`);
    this.refusal = refusal;
  }
}

/** Thrown when the result of a call is unknown. */
export class WalletUnanswered extends Error {
  override readonly name = 'WalletUnanswered';

  /** @param why reason; must not contain text from the provider or the shopper */
  constructor(operation: string, why: string) {
    super(`the wallet did not answer ${operation}: ${why}`);
  }
}
