import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import type { Shop } from '#platform/features/shop.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import { sign } from '#platform/sessions/signing.ts';
import { botCheckField, type ProofOfWorkOptions } from './contract.ts';
import type { BotCheck, CheckedSubject } from './ports.ts';
import { botCheckSettings } from './settings.ts';
import { botCheckTexts as texts } from './texts.ts';
import { takeOnce } from './uses.ts';

const algorithm = 'PBKDF2/SHA-256';
const minutes = 30;
/** Maximum number of characters of an answer. */
const maxAnswer = 4_000;

const signedPurpose = 'bot-check';
const getSecret = ({ config }: Pick<Shop, 'config'>): string => sign(config.secrets, signedPurpose, 'secret');
const hashSubject = ({ config }: Pick<Shop, 'config'>, { purpose, key }: CheckedSubject): string =>
  sign(config.secrets, signedPurpose, `${purpose}\n${key}`);

/**
 * The browser searches for a number whose derived key begins with zeros: some seconds once, and
 * expensive thousands of times. Self-hosted, without cookies. The challenge is signed, ends after
 * half an hour, and names whom it is for.
 */
export const proofOfWork: BotCheck = {
  id: 'proof-of-work',
  async prepare(shop, subject, field) {
    const { t, choices, clock, settings } = shop;
    const { email } = choices;
    const challenge = await createChallenge({
      ...{ algorithm, deriveKey, cost: settings(botCheckSettings).iterations, keyPrefix: '00' },
      data: { subject: hashSubject(shop, subject) },
      expiresAt: new Date(clock.now().getTime() + minutes * 60_000),
      hmacSignatureSecret: getSecret(shop),
    });
    const statusTexts = { working: t(texts.working), done: t(texts.done), failed: t(texts.failed, { email }) };
    const options: ProofOfWorkOptions = { challenge, texts: statusTexts };
    return (
      <Behaviour of="bot-check/proof-of-work" when="load">
        <div
          id={field === botCheckField ? field : undefined}
          tabIndex={-1}
          data-proof-of-work={JSON.stringify(options)}
        >
          <input type="hidden" name={field} value="" />
          <p className="when-no-script">{t(texts.noScript, { email })}</p>
          <p role="status" data-status="" />
        </div>
      </Behaviour>
    );
  },
  async verify(shop, subject, { answer, formKey = '' }) {
    const read = readAnswer(answer);
    if (!read) return 'failed';
    const { challenge, solution } = read;
    const { nonce, data, expiresAt } = challenge.parameters;
    const now = shop.clock.now();
    const expires = new Date(expiresAt * 1000);
    if (data.subject !== hashSubject(shop, subject) || expires <= now) return 'failed';
    const { verified } = await verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret: getSecret(shop) });
    const isNew = verified && (await takeOnce(shop.db, { nonce, formKey, expiresAt: expires }));
    return isNew ? 'passed' : 'failed';
  },
};

/** What is signed is checked by the library. Unsigned numbers are bounded, because they cost time. */
const answerSchema = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.literal(algorithm),
      nonce: z.string().regex(/^[0-9a-f]{32}$/),
      salt: z.string().regex(/^[0-9a-f]{32}$/),
      cost: z.int().min(1).max(100_000),
      keyLength: z.literal(32),
      keyPrefix: z.literal('00'),
      expiresAt: z.int().min(1).max(10_000_000_000),
      data: z.strictObject({ subject: z.string().max(100) }),
    }),
    signature: z.string().max(200),
  }),
  solution: z.object({ counter: z.int().min(0).max(4_294_967_295), derivedKey: z.string().max(200) }),
});

function readAnswer(answer: string): z.infer<typeof answerSchema> | null {
  if (answer === '' || answer.length > maxAnswer) return null;
  try {
    return answerSchema.parse(JSON.parse(Buffer.from(answer, 'base64').toString()));
  } catch {
    return null;
  }
}
