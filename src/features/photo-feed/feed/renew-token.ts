import { createHash } from 'node:crypto';
import type { Finding, ShopCheck } from '#platform/checks/checks.ts';
import { toVariableName } from '#platform/config/secret-setting.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { photoFeedProviders } from '../ports.ts';
import { photoFeedSettings } from '../settings.ts';

const tokenKey = 'photo-feed.token';
const hourMs = 60 * 60 * 1000;
/** Milliseconds. The service renews only tokens that are older than a day. */
const firstDelay = 25 * hourMs;
const retryDelay = 12 * hourMs;
/** Milliseconds. Tokens are renewed at least this often, even when the service says that they never expire. */
const longestDelay = 30 * 24 * hourMs;

interface TokenRow {
  readonly tokenHash: Buffer;
  readonly expiresAt: Date | null;
  readonly renewAt: Date;
  readonly failure: string;
}

const selectToken = sqlQuery<TokenRow>(
  'photo-feed.find-token',
  'select token_hash as "tokenHash", expires_at as "expiresAt", renew_at as "renewAt", failure from photo_feed_token',
);
const upsertToken = sqlQuery(
  'photo-feed.save-token',
  `insert into photo_feed_token (token_hash, expires_at, renew_at, failure) values ($1, $2, $3, $4)
  on conflict (id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at, renew_at = excluded.renew_at, failure = excluded.failure`,
);

const toHash = (token: string) => createHash('sha256').update(token).digest();

const saveToken = (db: Db, token: string, { expiresAt, renewAt, failure }: Omit<TokenRow, 'tokenHash'>) =>
  upsertToken(db, [toHash(token), expiresAt, renewAt, failure.slice(0, 300)]);

/** Finds the stored data of the current token; null without a token, and when the token was entered later. */
async function findToken(db: Db, token: string): Promise<TokenRow | null> {
  const [row] = await selectToken(db, []);
  return row?.tokenHash.equals(toHash(token)) ? row : null;
}

const readToken = ({ settings }: Shop): string | null => settings(photoFeedSettings).token?.reveal() ?? null;

const findRenewal = (shop: Shop) => {
  const { provider } = shop.settings(photoFeedSettings);
  return shop.implementations(photoFeedProviders).find(({ name }) => name === provider)?.renewToken;
};

/** Renews the access token at the service after half of its lifetime, and stores the new token in the settings. */
export async function renewToken(shop: Shop): Promise<void> {
  const [token, renew] = [readToken(shop), findRenewal(shop)];
  const { secrets } = shop.settingStore;
  // The shop can't change a token that is set by an environment variable.
  if (token === null || !renew || secrets.fromEnvironment.has(tokenKey)) return;
  const now = shop.clock.now();
  const known = await findToken(shop.db, token);
  const after = (delay: number) => new Date(now.getTime() + delay);
  if (!known)
    return void (await saveToken(shop.db, token, { expiresAt: null, renewAt: after(firstDelay), failure: '' }));
  if (known.renewAt > now) return;
  const renewed = await renew(shop, token);
  if (!renewed.ok) {
    shop.log.error({ reason: renewed.message }, 'the access token of the photo feed could not be renewed');
    const next = { expiresAt: known.expiresAt, renewAt: after(retryDelay), failure: renewed.message };
    return void (await saveToken(shop.db, token, next));
  }
  const expiresAt = after(renewed.seconds * 1000);
  const renewAt = after(Math.min((renewed.seconds * 1000) / 2, longestDelay));
  if (renewed.token !== token && !(await storeToken(shop, token, renewed.token))) return;
  await saveToken(shop.db, renewed.token, { expiresAt, renewAt, failure: '' });
}

/** @returns false when the owner has entered another token meanwhile, which is kept */
async function storeToken(shop: Shop, former: string, token: string): Promise<boolean> {
  const { current, secrets } = shop.settingStore;
  const row = current.rows.get(tokenKey);
  if (!row || row.value === null || secrets.fromStored(tokenKey, row.value) !== former) return false;
  const changed = await changeSettings(shop, [{ key: tokenKey, value: token, version: row.version }], 'job');
  return changed.ok;
}

/** Checks that the feed keeps working: its token expires unless it is renewed. */
export const checkFeedToken: ShopCheck = async (shop) => {
  const [token, renew] = [readToken(shop), findRenewal(shop)];
  if (token === null || !renew) return [];
  const finding: Pick<Finding, 'what' | 'about'> = { what: 'Photo feed', about: 'photo-feed' };
  const warn = (text: string, action: string): readonly Finding[] => [{ ...finding, state: 'warning', text, action }];
  if (shop.settingStore.secrets.fromEnvironment.has(tokenKey))
    return warn(
      `its access token is in ${toVariableName(tokenKey)}, so the shop can't renew it, and it ends after about sixty days`,
      `Set ${tokenKey} in the settings instead`,
    );
  const known = await findToken(shop.db, token);
  const action = `Enter a new access token as ${tokenKey} in the settings`;
  const day = known?.expiresAt?.toISOString().slice(0, 10);
  if (known?.expiresAt && known.expiresAt <= shop.clock.now())
    return warn(`its access token ended on ${day}: no new photographs are shown`, action);
  if (known && known.failure !== '')
    return warn(`its access token could not be renewed (${known.failure})${day ? `, and ends on ${day}` : ''}`, action);
  const text = day ? `its access token is good until ${day}, and renewed before` : 'its access token will be renewed';
  return [{ ...finding, state: 'ok', text }];
};
