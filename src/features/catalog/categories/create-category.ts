import type { Tx } from '#platform/database/database.ts';
import { categories } from '../tables.ts';

export interface NewCategory {
  readonly locale: string;
  readonly slug: string;
  readonly name: string;
  /** HTML, sanitised by the caller. */
  readonly description: string;
  readonly parentId: number | null;
  readonly imageId: number | null;
  readonly position: number;
}

/** The caller must invalidate cached pages. @returns the category's id */
export async function createCategory(tx: Tx, category: NewCategory): Promise<number> {
  const [created] = await tx.insert(categories).values(category).returning({ id: categories.id });
  if (!created) throw new Error(`category ${category.slug} was not created`);
  return created.id;
}
