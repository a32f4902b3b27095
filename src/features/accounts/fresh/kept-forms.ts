import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { inTransaction, sqlQuery } from '#platform/database/database.ts';
import { namedQuery } from '#platform/database/named-query.ts';
import type { Shop } from '#platform/features/shop.ts';
import { largeFormBody } from '#platform/forms/read-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { decrypt, encrypt } from '#platform/sessions/encryption.ts';

/** Milliseconds in which a form can be sent again. */
const lifetime = 30 * 60_000;
/** Maximum number of kept forms per person. A further form replaces the oldest. */
const maxForms = 10;
/** Characters of the fields as JSON. */
const maxLength = 250_000;

type FormShop = Pick<Shop, 'db' | 'clock' | 'config'>;

/** Fields are encrypted for the person who sent them, so that a copy of the database does not reveal them. */
const createContext = (customerId: number) => ({ purpose: 'kept-form', owner: String(customerId) });

export interface KeptForm {
  /** Path below `/admin` to which the form is sent. */
  readonly path: string;
  readonly fields: FormBody;
}

interface FormValues extends Pick<KeptForm, 'path'> {
  readonly id: string;
  readonly customerId: number;
  readonly encrypted: string;
  readonly now: Date;
  readonly expiresAt: Date;
}

const insertForm = namedQuery<FormValues>(
  'accounts.keep-form',
  `insert into kept_forms (id, customer_id, path, fields, created_at, expires_at) values ($id, $customerId, $path, $encrypted, $now, $expiresAt)`,
);
const deleteOldest = sqlQuery(
  'accounts.drop-oldest-forms',
  `delete from kept_forms where id in (
    select id from kept_forms where customer_id = $1 order by created_at desc, id offset $2
  )`,
);

/** @returns the id of the form; null when the form is too large */
export async function keepForm(shop: FormShop, customerId: number, { path, fields }: KeptForm): Promise<string | null> {
  const text = JSON.stringify(fields);
  if (text.length > maxLength || path.length > 2000) return null;
  const id = randomUUID();
  const now = shop.clock.now();
  const encrypted = encrypt(shop.config.secrets, text, createContext(customerId));
  await inTransaction(shop.db, async (tx) => {
    const expiresAt = new Date(now.getTime() + lifetime);
    await insertForm(tx, { id, customerId, path, encrypted, now, expiresAt });
    await deleteOldest(tx, [customerId, maxForms]);
  });
  return id;
}

const selectForm = sqlQuery<{ path: string; fields: string }>(
  'accounts.find-kept-form',
  'select path, fields from kept_forms where id = $1 and customer_id = $2 and expires_at > $3',
);

/** @returns null for a form that does not exist, is too old or belongs to another person */
export async function findKeptForm(shop: FormShop, customerId: number, id: string): Promise<KeptForm | null> {
  if (!z.uuid().safeParse(id).success) return null;
  const [row] = await selectForm(shop.db, [id, customerId, shop.clock.now()]);
  const text = row ? decrypt(shop.config.secrets, row.fields, createContext(customerId)) : null;
  return row && text !== null ? { path: row.path, fields: largeFormBody.parse(JSON.parse(text)) } : null;
}
