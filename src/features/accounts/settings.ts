import { z } from 'zod';
import { wholeNumber } from '#platform/config/setting-values.ts';
import { defineSettings } from '#platform/config/settings.ts';

const count = (value: number) => z.int().min(1).max(1_000_000).default(value);

export const accountSettings = defineSettings(
  'accounts',
  z.strictObject({
    sessionDays: wholeNumber(30, { min: 1, max: 400 }).describe('Days after which a customer has to sign in again.'),
    staffSessionHours: wholeNumber(12, { min: 1, max: 720 }).describe('Hours after which staff has to sign in again.'),
    freshMinutes: wholeNumber(15, { min: 1, max: 1440 }).describe(
      'Minutes after a sign-in in which a customer can do what needs a fresh one.',
    ),
    passwordMinLength: wholeNumber(10, { min: 8, max: 64 }).describe(
      'Characters that a new password has at least. Common passwords are refused at any length.',
    ),
    signInFailures: z
      .strictObject({
        account: count(10).describe('For one account in 15 minutes. Devices on which it has signed in count apart.'),
        accountPerDay: count(50).describe('For one account in a day.'),
        network: count(50).describe('From one network in 15 minutes.'),
      })
      .prefault({})
      .describe('Failed attempts to sign in with a password, after which more are refused.'),
    signInAttempts: z
      .strictObject({
        account: count(30).describe('For one account.'),
        network: count(100).describe('From one network.'),
      })
      .prefault({})
      .describe('Attempts to sign in with a password in 15 minutes, right and wrong, after which more are refused.'),
    mailsPerHour: z
      .strictObject({
        email: count(5).describe('To one email address.'),
        network: count(20).describe('Asked for from one network. Three times as many from one /48 of IPv6 addresses.'),
        all: count(1_000).describe('Sent in the whole shop. More wait, as long as their links are valid.'),
      })
      .prefault({})
      .describe('Mails with links that can be asked for in one hour: registrations, forgotten passwords, sign-ins.'),
    linkMinutes: z
      .strictObject({
        register: count(24 * 60).describe('To confirm a registration or a new email address.'),
        setPassword: count(30).describe('To set a password.'),
        signIn: count(15).describe('To sign in.'),
      })
      .prefault({})
      .describe('Minutes in which a mailed link can be used.'),
  }),
);
