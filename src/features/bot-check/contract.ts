/** Fields and texts of bot checks, for server and browser. */

/** Field of a form with the answer of its check. Also the id of the check in the page. */
export const botCheckField = 'bot_check';

/** What the behaviour of the proof of work gets, as JSON in `data-proof-of-work`. */
export interface ProofOfWorkOptions {
  /** As the library has it. */
  readonly challenge: unknown;
  readonly texts: { readonly working: string; readonly done: string; readonly failed: string };
}

/** What the behaviour of a service with a score gets, as JSON in `data-score-check`. */
export interface ScoreCheckOptions {
  readonly script: string;
  readonly siteKey: string;
  readonly global: string;
  readonly action: string;
}

/** What the behaviour of a widget gets, as JSON in `data-challenge-widget`. */
export interface ChallengeWidgetOptions extends ScoreCheckOptions {
  readonly texts: { readonly required: string; readonly failed: string };
}
