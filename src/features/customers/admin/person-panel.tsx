import { type SQL, sql } from 'drizzle-orm';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { type AdminPanel, definePanel } from '#platform/admin/records/record.ts';
import type { Shop } from '#platform/features/shop.ts';
import { formatMoment } from '#platform/texts/formats.ts';
import type { Text } from '#platform/texts/texts.ts';
import type { Person } from '../people.ts';

const shownRows = 10;

interface PersonPanel<Row> {
  readonly id: string;
  readonly title: Text;
  readonly requires?: string;
  /** A statement for the newest rows of a person, with a condition made by `isOfPerson`. */
  readonly rows: (personId: number) => SQL;
  readonly schema: z.ZodType<Row>;
  readonly entry: (
    shop: Shop,
    row: NoInfer<Row>,
  ) => { readonly text: string; readonly href?: string; readonly state?: ReactNode; readonly at?: Date | undefined };
  /** Link to the list of all rows. */
  readonly all?: (shop: Shop, person: Person) => ReactNode;
}

/** Defines a panel with a feature's records of a person, as a short list. Without rows the panel is hidden. */
export function definePersonPanel<Row extends { readonly id: number | string }>({
  rows,
  schema,
  entry,
  all,
  ...panel
}: PersonPanel<Row>): AdminPanel<Person> {
  return definePanel({
    ...panel,
    column: 'main',
    data: (_shop, id) => sql`select json_agg(r) from (${rows(id)} limit ${shownRows}) r`,
    schema: z.array(schema),
    render: (shop, person: Person, found) => (
      <>
        <ul className="stack">
          {found.map((row) => {
            const { text, href, state, at } = entry(shop, row);
            return (
              <li key={row.id} style={{ overflowWrap: 'anywhere' }}>
                {href === undefined ? text : <a href={href}>{text}</a>} {state}{' '}
                {at && <time dateTime={at.toISOString()}>{formatMoment(at, shop.choices.locale)}</time>}
              </li>
            );
          })}
        </ul>
        {all && <p>{all(shop, person)}</p>}
      </>
    ),
  });
}
