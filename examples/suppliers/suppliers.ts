import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';

export interface Supplier {
  readonly id: number;
  readonly name: string;
  readonly email: string | null;
  readonly reorderNote: string;
  readonly createdAt: Date;
}

const columns = 'id, name, email, reorder_note as "reorderNote", created_at as "createdAt"';

const selectSupplier = sqlQuery<Supplier>('suppliers.find', `select ${columns} from suppliers where id = $1`);
const lockSupplier = sqlQuery<Supplier>(
  'suppliers.lock',
  `select ${columns} from suppliers where id = $1 for no key update`,
);

/** @param isLocking for a change */
export async function findSupplier(db: Db, id: number, isLocking = false): Promise<Supplier | null> {
  const [supplier = null] = await (isLocking ? lockSupplier : selectSupplier)(db, [id]);
  return supplier;
}

const insertSupplier = sqlQuery<{ id: number }>(
  'suppliers.add',
  `insert into suppliers (name, email, reorder_note, created_at) values ($1, $2, $3, $4)
  on conflict (lower(name)) do nothing returning id`,
);
const selectOthers = sqlQuery<{ id: number }>(
  'suppliers.find-others',
  'select id from suppliers where lower(name) = lower($2) and id <> $1',
);
const updateSupplier = sqlQuery(
  'suppliers.update',
  'update suppliers set name = $2, email = $3, reorder_note = $4 where id = $1',
);

type SupplierInput = Pick<Supplier, 'name' | 'email' | 'reorderNote'>;

/**
 * Adds a supplier, or changes one that is locked.
 * @returns its id, or null when another one has this name
 */
export async function saveSupplier(tx: Tx, id: number | null, input: SupplierInput, now: Date): Promise<number | null> {
  const { name, email, reorderNote } = input;
  if (id === null) return (await insertSupplier(tx, [name, email, reorderNote, now]))[0]?.id ?? null;
  if ((await selectOthers(tx, [id, name])).length > 0) return null;
  await updateSupplier(tx, [id, name, email, reorderNote]);
  return id;
}

const updateNote = sqlQuery('suppliers.set-note', 'update suppliers set reorder_note = $2 where id = $1');

export async function setReorderNote(tx: Tx, id: number, note: string): Promise<void> {
  await updateNote(tx, [id, note]);
}
