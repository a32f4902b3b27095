import type { ReactNode } from 'react';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';

/** What an answer is for: it passes for nothing else. */
export interface CheckedSubject {
  /** What the form does, such as `checkout`: lower-case letters and `-`. */
  readonly purpose: string;
  /** The visitor, customer or network (`createActorSubject`), or the form itself. */
  readonly key: string;
}

/** `unavailable`: nobody can tell now, because a service does not answer. */
export type BotCheckVerdict = 'passed' | 'failed' | 'unavailable';

/** A way to tell people from programs: a proof of work, a service with a score, a widget with a challenge. */
export interface BotCheck {
  /** Permanent: the setting `bot-check.use` names it. */
  readonly id: string;
  /** Of a service: its public key, for scripts that a shop brings along. */
  readonly siteKey?: string;
  /** Prepares what belongs into the form, with an input of this name for the answer. */
  readonly prepare: (shop: Shop, subject: CheckedSubject, field: string) => Promise<ReactNode>;
  /**
   * Checks an answer, once: the same one never passes again, at no process, but for the same form.
   * It never rejects because of a service.
   */
  readonly verify: (shop: Shop, subject: CheckedSubject, answer: BotCheckAnswer) => Promise<BotCheckVerdict>;
}

export interface BotCheckAnswer {
  /** Value of the field; empty without script. */
  readonly answer: string;
  /** Request key of the form, under which it is sent again after a lost reply. Default: it has none. */
  readonly formKey?: string;
}

/** The checks that a shop can choose from. */
export const botChecks = definePort<BotCheck>('bot-check.checks');
