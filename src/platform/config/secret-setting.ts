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

/**
 * A setting that is stored encrypted and never shown, such as the password of a service. Null until it
 * is set. It may be in nested objects that are always there, but in no list.
 */
export function secretSetting(description: string) {
  return z
    .string()
    .trim()
    .min(1)
    .max(maxLength)
    .transform((text) => new SecretText(text))
    .nullable()
    .default(null)
    .meta({ description, 'x-secret': true });
}

/** Name of the environment variable for a secret: `WALLET_CLIENT_SECRET` for `wallet.clientSecret`. */
export function toVariableName(key: string): string {
  return key
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[.-]/g, '_')
    .toUpperCase();
}
