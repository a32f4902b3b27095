import type { RenderContext } from '#platform/pages/context.ts';
import { Button } from '#ui/button.tsx';
import type { ProductCard } from '../cards.ts';
import { groupQuantityName, productPath } from '../contract.ts';
import { catalogTexts as texts } from '../texts.ts';
import { ProductPrice } from './prices.tsx';

/** The members of a group, each with its own quantity; one of a kind that has to be chosen is linked instead. */
export function GroupedForm({
  context,
  members,
}: {
  readonly context: RenderContext;
  readonly members: readonly ProductCard[];
}) {
  const { t } = context;
  const canAdd = members.some((member) => member.type === 'simple' && member.inStock);
  return (
    <>
      <div className="table-scroll">
        <table className="table group-table">
          <thead>
            <tr>
              <th scope="col">{t(texts.piece)}</th>
              <th scope="col">{t(texts.price)}</th>
              <th scope="col">{t(texts.quantity)}</th>
            </tr>
          </thead>
          <tbody>
            {members.map((member) => (
              <tr key={member.id}>
                <th scope="row">
                  <a href={productPath(member.slug)}>{member.name}</a>
                </th>
                <td>
                  <ProductPrice context={context} range={member.priceRange} />
                </td>
                <td>
                  <MemberQuantity context={context} member={member} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {canAdd && (
        <div className="buy__row">
          <Button className="buy__button">{t(texts.addToCart)}</Button>
        </div>
      )}
      {members.every(({ inStock }) => !inStock) && <p className="stock stock--out">{t(texts.soldOut)}</p>}
    </>
  );
}

function MemberQuantity({ context: { t }, member }: { readonly context: RenderContext; readonly member: ProductCard }) {
  if (!member.inStock) return t(texts.soldOut);
  if (member.type !== 'simple') return <a href={productPath(member.slug)}>{t(texts.choose)}</a>;
  return (
    <div className="quantity">
      <input
        className="quantity__input"
        type="number"
        inputMode="numeric"
        min={0}
        max={9999}
        defaultValue={1}
        name={groupQuantityName(member.id)}
        aria-label={t(texts.quantityOf, { name: member.name })}
      />
    </div>
  );
}
