import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { getProductPath, productRecord } from '#features/product-editor/index.ts';
import { extendRecord } from '#platform/admin/records/extend-record.ts';
import { definePanel } from '#platform/admin/records/record.ts';
import { FactsList } from '#ui/admin/panels.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { writeProducts } from './grid-page.tsx';
import { gridTexts as texts } from './texts.ts';

const schema = z.looseObject({ id: z.int(), all: z.int(), unpriced: z.int(), out: z.int() });

const variationsPanel = definePanel({
  ...{ id: 'variations', title: texts.panel, column: 'main', requires: writeProducts },
  data: (_shop, id) => sql`select json_build_object('id', p.id, 'all', count(v.id),
      'unpriced', count(v.id) filter (where m.variation_id is null),
      'out', count(v.id) filter (where v.stock_id = v.id and case when s.managed then s.on_hand = 0 else s.status = 'out' end))
    from products p left join variations v on v.product_id = p.id and v.id <> p.id
    left join main_prices m on m.variation_id = v.id left join stock_levels s on s.variation_id = v.id
    where p.id = ${id} and p.type = 'variable' group by p.id`,
  schema,
  render: ({ t }, _product, { id, all, unpriced, out }) => {
    const path = `${getProductPath(id)}/variations`;
    const link = (only: string, count: number) => (count === 0 ? '0' : <a href={`${path}?only=${only}`}>{count}</a>);
    return (
      <>
        <FactsList
          facts={[
            { label: t(texts.variations), value: String(all) },
            { label: t(texts.unpriced), value: link('unpriced', unpriced) },
            { label: t(texts.out), value: link('out', out) },
          ]}
        />
        <ButtonLink look="quiet" href={path}>
          {t(texts.openGrid)}
        </ButtonLink>
      </>
    );
  },
});

export const variationsOfProduct = extendRecord(productRecord, { panels: [variationsPanel] });
