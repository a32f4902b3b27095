import type { ReactNode } from 'react';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';

/** Who is checked: the visitor or customer, or the network of the request. */
export interface CheckedSubject {
  /** What the form does, such as `checkout`: an answer is for one kind of form. */
  readonly purpose: string;
  readonly key: string;
}

/** A way to tell people from programs: a proof of work, a service with a score, a widget with a challenge. */
export interface BotCheck {
  /** Permanent: the setting `bot-check.use` names it. */
  readonly id: string;
  /** Prepares what belongs into the form. Its field is `botCheckField`. */
  readonly prepare: (shop: Shop, subject: CheckedSubject) => Promise<ReactNode>;
  /**
   * Checks an answer, once: the same one never passes again, at no process.
   * @param answer value of the field; '' without script
   */
  readonly verify: (shop: Shop, subject: CheckedSubject, answer: string) => Promise<boolean>;
}

/** The checks that a shop can choose from. */
export const botChecks = definePort<BotCheck>('bot-check.checks');
