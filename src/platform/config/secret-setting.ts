import { inspect } from 'node:util';
import { z } from 'zod';

export const hiddenSecret = '(secret)';

/** A secret of the settings. It hides its text when it is printed, logged or serialized as JSON. */
class SecretText {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the secret text for the call that needs it. Don't store the result. */
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
  /** Schema of the text. Default: any text. */
  readonly text?: z.ZodType<string, string>;
  /**
   * Name of the sibling setting with the address that the secret is sent to. A changed address does not get the
   * secret of the previous one.
   */
  readonly sentTo?: string;
}

const anyText = z.string().trim().min(1).max(maxLength);

/**
 * A setting that is stored encrypted and never shown, such as the password of a service. Null until it
 * is set. It may be in nested objects that always exist, but not in lists.
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
