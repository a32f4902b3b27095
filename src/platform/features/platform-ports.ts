import { shopChecks } from '#platform/checks/checks.ts';
import { mailSenderLines } from '#platform/mail/kit/mail-content.ts';
import { addressProofs } from '#platform/mail/unproven-recipients.ts';
import { sessionHooks } from '#platform/sessions/actor.ts';
import { personalData } from '#platform/sessions/personal-data.ts';
import { privateStateParts } from '#platform/sessions/private-state.ts';

export const platformPorts = [
  sessionHooks,
  personalData,
  privateStateParts,
  addressProofs,
  mailSenderLines,
  shopChecks,
] as const;
