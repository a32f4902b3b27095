import { inspect } from 'node:util';
import { z } from 'zod';

/** What is shown instead of a secret. */
export const hiddenSecret = '(secret)';

/** A secret of the settings. It shows nothing of itself where it is printed, logged or sent as JSON. */
class SecretText {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** For the call that needs it. Keep the result nowhere. */
  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return hiddenSecret;
  }

  toJSON(): string {
    return hiddenSecret;
  }

  [inspect.custom](): string {
    return hiddenSecret;
  }
}

const maxLength = 4000;

interface SecretOptions {
  /** What else it must be. Default: any text. */
  readonly text?: z.ZodType<string, string>;
  /** Name of the setting beside it with the address that it is sent to. Another address gets no secret that was meant for the first. */
  readonly sentTo?: string;
}

const anyText = z.string().trim().min(1).max(maxLength);

/**
 * A setting that is stored encrypted and never shown, such as the password of a service. Null until it
 * is set. It may be in nested objects that are always there, but in no list.
 */
export function secretSetting(description: string, { text = anyText, sentTo }: SecretOptions = {}) {
  return text
    .transform((text) => new SecretText(text))
    .nullable()
    .default(null)
    .meta({ description, 'x-secret': true, ...(sentTo !== undefined && { 'x-sent-to': sentTo }) });
}

/** Name of the environment variable for a secret: `WALLET_CLIENT_SECRET` for `wallet.clientSecret`. */
export function toVariableName(key: string): string {
  return key
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[.-]/g, '_')
    .toUpperCase();
}
