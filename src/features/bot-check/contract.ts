/** Fields and texts of bot checks, for server and browser. */

/** Field of a form with the answer of its check. Also the id of the check in the page. */
export const botCheckField = 'bot_check';

/** What the behaviour of the proof of work gets, as JSON in `data-proof-of-work`. */
export interface ProofOfWorkOptions {
  /** As the library has it. */
  readonly challenge: unknown;
  readonly texts: { readonly working: string; readonly done: string; readonly failed: string };
}
