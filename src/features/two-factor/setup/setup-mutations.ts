import { z } from 'zod';
import {
  accountErrors,
  accountStyles,
  endSessions,
  enqueueNotice,
  inSessionTransaction,
  setSecondFactor,
} from '#features/accounts/index.ts';
import { lockCustomer } from '#features/customers/index.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormReply } from '#platform/http/form-reply.ts';
import { normaliseCode } from '#platform/input/normalise-text.ts';
import { createFormSchema } from '#platform/mutations/form-schema.ts';
import { type CustomerCall, defineMutation, type MutationCall, type Refusal } from '#platform/mutations/mutation.ts';
import type { ActingCustomer } from '#platform/sessions/actor.ts';
import { createRecoveryCodes } from '../code/recovery-codes.ts';
import { createSecret, findStep } from '../code/totp.ts';
import {
  confirmSetup,
  findNewSecret,
  isTwoFactorOn,
  removeSecret,
  writeRecoveryCodes,
  writeSecret,
} from '../code/two-factor-rows.ts';
import { createCodeFields } from '../code-field.tsx';
import { anewField, confirmPath, disablePath, renewCodesPath, startPath, twoFactorPath } from '../contract.ts';
import { twoFactorErrors } from '../errors.ts';
import { createNotice } from '../notices.ts';
import { twoFactorTexts as texts } from '../texts.ts';
import { createCodesPage, createSetupPage } from './setup-page.tsx';

const { SIGN_IN_REQUIRED, FRESH_SIGN_IN_REQUIRED } = accountErrors.codes;
const { CODE_WRONG, SETUP_EXPIRED, TWO_FACTOR_OFF, TOO_MANY_CODES } = twoFactorErrors.codes;
const setupErrors = {
  title: twoFactorErrors.title,
  codes: { SIGN_IN_REQUIRED, FRESH_SIGN_IN_REQUIRED, CODE_WRONG, SETUP_EXPIRED, TWO_FACTOR_OFF, TOO_MANY_CODES },
};

type SetupFailure = Refusal<keyof typeof setupErrors.codes>;

type SetupResult = { readonly ok: true } | SetupFailure;
type CodesResult = { readonly ok: true; readonly codes: readonly string[] } | SetupFailure;

const requiresCustomer = { returnTo: twoFactorPath, isFresh: true } as const;

async function failure(call: CustomerCall, { code }: SetupFailure): Promise<FormReply> {
  if (code !== 'CODE_WRONG' && code !== 'TOO_MANY_CODES') return { redirectTo: twoFactorPath };
  const page = await createSetupPage(call.shop, call.customer, { showsSecret: true, error: call.shop.t(texts[code]) });
  return { page: { styles: accountStyles, ...page } };
}

const showCodes = ({ shop }: MutationCall, codes: readonly string[]): FormReply => ({
  page: { styles: accountStyles, ...createCodesPage(shop, codes) },
});

/** Creates a secret. Sign-ins ask for no code until a code has confirmed the secret. */
export const startSetupMutation = defineMutation({
  name: 'two-factor.start-setup',
  description: 'Makes a secret for the authenticator app of the customer.',
  schema: z.object({
    [anewField]: z.literal('1').optional().describe('Makes another secret than that of a set-up that was begun'),
  }),
  requiresCustomer,
  errors: setupErrors,
  run: async ({ shop, customer }, { [anewField]: anew }): Promise<SetupResult> => {
    await writeSecret(shop, shop.db, customer.id, { secret: createSecret(), isAnew: anew === '1' });
    return { ok: true };
  },
  form: { path: startPath, success: () => ({ redirectTo: twoFactorPath }), failure },
});

/** Limit of codes in set-ups, right or wrong. Guesses gain nothing, but each costs three HMAC computations. */
const setupLimit = { name: 'two-factor-setups', max: 20, seconds: 15 * 60 };

/** Confirms the set-up and ends all other sessions, since they began without a second factor. */
export const confirmSetupMutation = defineMutation({
  name: 'two-factor.confirm-setup',
  description: 'Switches two-factor sign-in on, after a code has proved that the app has the secret.',
  schema: createFormSchema(({ shop }) => createCodeFields(shop.t)),
  requiresCustomer,
  errors: setupErrors,
  run: async (call, { values }): Promise<CodesResult> => {
    const { shop, customer } = call;
    const begun = await findNewSecret(shop, shop.db, customer.id);
    if (begun === null) return { ok: false, code: 'SETUP_EXPIRED' };
    const allowance = await shop.limits.consume([{ limit: setupLimit, key: String(customer.id) }]);
    if (!allowance.ok) return { ok: false, code: 'TOO_MANY_CODES' };
    const now = shop.clock.now();
    const step = await findStep(begun.secret, normaliseCode(values.code).replace(/[\s-]/g, ''), now);
    if (step === null) return { ok: false, code: 'CODE_WRONG' };
    const codes = createRecoveryCodes();
    // Sign-ins in progress either finish before this transaction, or ask for a code.
    return inSessionTransaction(call, async (tx, sessionId): Promise<CodesResult> => {
      // Fails when the secret was replaced meanwhile.
      if (!(await confirmSetup(tx, customer.id, { now, step, encrypted: begun.encrypted })))
        return { ok: false, code: 'SETUP_EXPIRED' };
      await writeRecoveryCodes(tx, customer.id, codes);
      await endSessions(tx, customer.id, sessionId);
      await setSecondFactor(tx, sessionId, true);
      await enqueueNotice(shop, tx, { to: customer.email, ...createNotice(shop, 'on') });
      return { ok: true, codes };
    });
  },
  form: { path: confirmPath, success: (call, { codes }) => showCodes(call, codes), failure },
});

export const renewCodesMutation = defineMutation({
  name: 'two-factor.renew-recovery-codes',
  description: 'Makes ten new recovery codes. The earlier ones are worthless.',
  schema: z.unknown(),
  requiresCustomer,
  errors: setupErrors,
  run: async (call): Promise<CodesResult> => {
    const { customer } = call;
    const codes = createRecoveryCodes();
    return inSessionTransaction(call, async (tx): Promise<CodesResult> => {
      if (!(await isTwoFactorOn(tx, customer.id))) return { ok: false, code: 'TWO_FACTOR_OFF' };
      await writeRecoveryCodes(tx, customer.id, codes);
      return { ok: true, codes };
    });
  },
  form: { path: renewCodesPath, success: (call, { codes }) => showCodes(call, codes), failure },
});

/** Switches the second factor off. Asks for no further code: a fresh sign-in has proved the second factor. */
export const disableMutation = defineMutation({
  name: 'two-factor.switch-off',
  description: 'Switches two-factor sign-in off.',
  schema: z.unknown(),
  requiresCustomer,
  errors: setupErrors,
  run: (call): Promise<SetupResult> =>
    inSessionTransaction(call, async (tx, sessionId): Promise<SetupResult> => {
      const isOff = await switchOff(call.shop, tx, call.customer, sessionId);
      return isOff ? { ok: true } : { ok: false, code: 'TWO_FACTOR_OFF' };
    }),
  form: {
    path: disablePath,
    success: () => ({ redirectTo: twoFactorPath, notices: [{ code: 'disabled' }] }),
    failure,
  },
});

/**
 * Switches the second factor off and tells the customer.
 * @param sessionId the session that stays, with one factor; null ends all sessions
 * @returns false when the second factor was off before
 */
export async function switchOff(
  shop: Shop,
  tx: Tx,
  { id, email }: ActingCustomer,
  sessionId: string | null,
): Promise<boolean> {
  await lockCustomer(tx, id);
  if (!(await removeSecret(tx, id))) return false;
  await endSessions(tx, id, sessionId);
  if (sessionId !== null) await setSecondFactor(tx, sessionId, false);
  await enqueueNotice(shop, tx, { to: email, ...createNotice(shop, 'off') });
  return true;
}
