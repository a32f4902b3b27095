/** Why the SDK was not loaded. */
export class SdkError extends Error {
  /** `invalid_client_id`, or undefined. */
  readonly code: string | undefined;
  readonly reason: string | null;

  /** @param reason what the provider says, or null when the browser can't read it */
  constructor(reason: string | null) {
    super(reason ?? 'The SDK of the wallet could not be loaded.');
    this.reason = reason;
    this.name = 'SdkError';
    this.code = /client-id not recognized|invalid query value for client-id/i.test(this.message)
      ? 'invalid_client_id'
      : undefined;
  }

  /** Of the shop's currency the owner is told in the console; shoppers can do nothing about it. */
  get isInvalidCurrency(): boolean {
    return /invalid query value for currency/i.test(this.message);
  }

  /** Whether another try without the locale may do. Where the reason can't be read, it may. */
  get mayBeLocale(): boolean {
    return this.reason === null || /locale/i.test(this.reason);
  }
}
