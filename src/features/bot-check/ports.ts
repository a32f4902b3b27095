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
  /** Checks an answer, once: the same one never passes again, at no process, but for the same form. */
  readonly verify: (shop: Shop, subject: CheckedSubject, answer: BotCheckAnswer) => Promise<boolean>;
}

export interface BotCheckAnswer {
  /** Value of the field; empty without script. */
  readonly answer: string;
  /** Request key of the form, under which it is sent again after a lost reply. Default: it has none. */
  readonly formKey?: string;
}

/** The checks that a shop can choose from. */
export const botChecks = definePort<BotCheck>('bot-check.checks');
