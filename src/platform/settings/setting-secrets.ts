import { z } from 'zod';
import type { Config } from '#platform/config/config.ts';
import { hiddenSecret, toVariableName } from '#platform/config/secret-setting.ts';
import { describeSettings, type SettingsDefinition } from '#platform/config/settings.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { decrypt, encrypt, getKeyId } from '#platform/sessions/encryption.ts';
import type { Secrets } from '#platform/sessions/signing.ts';
import { doPathsOverlap, getAtPath } from './keys.ts';
import { loadSettingRows } from './setting-rows.ts';

/** The stored form of a secret. No other setting has this form. */
const storedSecret = z.strictObject({ encrypted: z.string() });

const createContext = (key: string) => ({ purpose: 'setting', owner: key });

export interface SettingSecrets {
  readonly keys: ReadonlySet<string>;
  /** Secrets in the environment, which take precedence over stored secrets. */
  readonly fromEnvironment: ReadonlyMap<string, string>;
  /** Secrets by the key of the setting with the address that they are sent to. */
  readonly byAddress: ReadonlyMap<string, string>;
  /**
   * Returns the secret that the key leads into, or that is a part of the key's value. Undefined when there is none.
   */
  findInside(key: string): string | undefined;
  toStored(key: string, value: unknown): string;
  toHistory(key: string, stored: string | null): string | null;
  /** Returns the value of a stored JSON text. @returns undefined for a secret that no key of `SECRET` decrypts */
  fromStored(key: string, stored: string): unknown;
}

export function createSettingSecrets(
  definitions: readonly SettingsDefinition<unknown>[],
  { secrets, readVariable }: Pick<Config, 'secrets' | 'readVariable'>,
): SettingSecrets {
  const found = definitions.flatMap(listSecrets);
  const keys = new Set(found.map(({ key }) => key));
  return {
    keys,
    byAddress: new Map(found.flatMap(({ key, address }) => (address === null ? [] : [[address, key] as const]))),
    fromEnvironment: new Map(
      [...keys].flatMap((key) => {
        const text = readVariable(toVariableName(key));
        return text === null ? [] : [[key, text] as const];
      }),
    ),
    findInside: (key) =>
      [...keys].find((secret) => secret !== key && doPathsOverlap(secret.split('.'), key.split('.'))),
    toStored: (key, value) =>
      JSON.stringify(
        keys.has(key) && typeof value === 'string' ? { encrypted: encrypt(secrets, value, createContext(key)) } : value,
      ),
    toHistory: (key, stored) => (stored !== null && keys.has(key) ? JSON.stringify(hiddenSecret) : stored),
    fromStored(key, stored) {
      const value: unknown = JSON.parse(stored);
      return keys.has(key) ? (open(secrets, key, value) ?? undefined) : value;
    },
  };
}

function open(secrets: Secrets, key: string, value: unknown): string | null {
  // A setting that has become a secret by an upgrade is plain text until the job has encrypted it.
  if (typeof value === 'string') return value;
  const stored = storedSecret.safeParse(value);
  return stored.success ? decrypt(secrets, stored.data.encrypted, createContext(key)) : null;
}

interface ObjectSchema {
  readonly 'x-secret'?: true;
  readonly 'x-sent-to'?: string;
  readonly properties?: Readonly<Record<string, ObjectSchema>>;
}

interface FoundSecret {
  readonly key: string;
  readonly address: string | null;
}

function listSecrets({ name, schema }: SettingsDefinition<unknown>): FoundSecret[] {
  const described: ObjectSchema = describeSettings(schema);
  const list = (path: string, { properties = {}, ...schema }: ObjectSchema): FoundSecret[] => {
    if (!schema['x-secret']) return Object.entries(properties).flatMap(([key, part]) => list(`${path}.${key}`, part));
    const sentTo = schema['x-sent-to'];
    return [{ key: path, address: sentTo === undefined ? null : path.replace(/[^.]+$/, sentTo) }];
  };
  const keys = list(name, described);
  if (JSON.stringify(described).split('"x-secret":').length - 1 !== keys.length)
    throw new TypeError(`settings of '${name}': a secret is in a list, or in an object that may be missing`);
  return keys;
}

/** Finds secrets in `shop.config.ts`, which are not allowed, because the file is in a repository. */
export function findSecretsInFile(given: Readonly<Record<string, unknown>>, { keys }: SettingSecrets): string[] {
  return [...keys]
    .filter((key) => getAtPath(given, key.split('.')) !== undefined)
    .map(
      (key) =>
        `settings.${key}: a secret must not be in this file; set it by \`npm run shop -- settings set ${key}\`, or as ${toVariableName(key)} in the environment`,
    );
}

const replaceValue = sqlQuery(
  'settings.encrypt-again',
  'update platform.settings set value = $3::jsonb where key = $1 and value = $2::jsonb',
);

/**
 * Encrypts secrets of an older key of `SECRET` with the newest key, so that the older key can be removed. Also
 * encrypts settings that have become secrets by an upgrade, and secrets of removed features. Version and history do
 * not change.
 */
export async function encryptSettingsAgain(db: Db, secrets: Secrets, keys: ReadonlySet<string>): Promise<void> {
  for (const { key, value } of await loadSettingRows(db)) {
    const parsed: unknown = value === null ? null : JSON.parse(value);
    if (keys.has(key) && typeof parsed === 'string')
      await replaceValue(db, [key, value, JSON.stringify({ encrypted: encrypt(secrets, parsed, createContext(key)) })]);
    const stored = storedSecret.safeParse(parsed);
    if (!stored.success || stored.data.encrypted.startsWith(`${getKeyId(secrets[0])}.`)) continue;
    const text = decrypt(secrets, stored.data.encrypted, createContext(key));
    if (text === null) continue;
    const encrypted = encrypt(secrets, text, createContext(key));
    await replaceValue(db, [key, value, JSON.stringify({ encrypted })]);
  }
}

export const encryptSettingsJob = defineJob({
  name: 'settings:encrypt-again',
  every: '40 4 * * *',
  run: ({ db, config, settingStore }) => encryptSettingsAgain(db, config.secrets, settingStore.secrets.keys),
});
