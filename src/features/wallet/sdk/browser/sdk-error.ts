export class SdkError extends Error {
  /** `invalid_client_id`, or undefined for other reasons. */
  readonly code: string | undefined;
  readonly reason: string | null;

  /** @param reason error text of the provider; null when the browser can't read it */
  constructor(reason: string | null) {
    super(reason ?? 'The SDK of the wallet could not be loaded.');
    this.reason = reason;
    this.name = 'SdkError';
    this.code = /client-id not recognized|invalid query value for client-id/i.test(this.message)
      ? 'invalid_client_id'
      : undefined;
  }

  /**
   * Whether the provider rejects the shop's currency. This is logged for the owner, since shoppers can't correct it.
   */
  get isInvalidCurrency(): boolean {
    return /invalid query value for currency/i.test(this.message);
  }

  /** Whether the locale may have caused the error, which is possible when the reason is unknown. */
  get mayBeLocale(): boolean {
    return this.reason === null || /locale/i.test(this.reason);
  }
}
