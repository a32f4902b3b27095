interface Refusal {
  readonly status: number;
  /** Such as `INSTRUMENT_DECLINED`. */
  readonly issue: string;
  /** By which the provider finds the call. */
  readonly debugId: string;
  /** Where the shopper goes on, if the provider tells. */
  readonly shopperUrl: string | null;
}

/** The provider has refused a call. It has no text of the reply: that may quote personal data. */
export class WalletRefusal extends Error {
  override readonly name = 'WalletRefusal';
  readonly refusal: Refusal;

  constructor(operation: string, refusal: Refusal) {
    super(`the wallet refused ${operation}: ${refusal.status} ${refusal.issue} (debug id ${refusal.debugId})`);
    this.refusal = refusal;
  }
}

/** It is unknown what became of a call. */
export class WalletUnanswered extends Error {
  override readonly name = 'WalletUnanswered';

  /** @param why without anything that the provider or the shopper has written */
  constructor(operation: string, why: string) {
    super(`the wallet did not answer ${operation}: ${why}`);
  }
}
