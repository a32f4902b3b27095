import { getStepFromZero, lowerToStep, type ProductCard, productPath } from '#features/catalog/index.ts';
import { PriorPrice, ProductPrice } from '#features/pricing/index.ts';
import { Island } from '#platform/islands/island.tsx';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { Quantity } from '#ui/islands/quantity.tsx';
import { getGroupQuantityFieldName } from '../contract.ts';
import type { ButtonProps, StickyProps } from '../islands/buy-form.shared.ts';
import { GroupButtons } from '../islands/group-buttons.tsx';
import { productFormTexts as texts } from '../texts.ts';

interface GroupedFormProps {
  readonly context: RenderContext;
  /** Prefix of the element ids. */
  readonly id: string;
  readonly members: readonly ProductCard[];
  /** Max quantity of each member. */
  readonly maxQuantity: number;
  readonly buttons: ButtonProps;
  readonly sticky: StickyProps | null;
}

/** The members of a grouped product with their quantities; a variable member is a link instead. */
export function GroupedForm({ context, id, members, maxQuantity, buttons, sticky }: GroupedFormProps) {
  const { t } = context;
  const canAdd = members.some((member) => member.type === 'simple' && member.inStock);
  return (
    <>
      <div className="table-scroll">
        <table className="table group-table">
          <thead>
            <tr>
              <th scope="col">{t(texts.item)}</th>
              <th scope="col">{t(texts.quantity)}</th>
            </tr>
          </thead>
          <tbody>
            {members.map((member) => (
              <tr key={member.id}>
                <th scope="row">
                  <a href={productPath(member.slug)}>{member.name}</a>{' '}
                  <span className="group-table__price">
                    <ProductPrice context={context} range={member.priceRange} />
                    <PriorPrice context={context} range={member.priceRange} />
                  </span>
                </th>
                <td>
                  <MemberQuantity {...{ context, member, maxQuantity }} id={`${id}-quantity-${member.id}`} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {canAdd && <Island of={GroupButtons} props={{ buttons, sticky }} when={sticky ? 'load' : 'visible'} />}
      {members.every(({ inStock }) => !inStock) && <p className="stock stock--out">{t(texts.soldOut)}</p>}
    </>
  );
}

interface MemberProps {
  readonly context: RenderContext;
  readonly id: string;
  readonly member: ProductCard;
  readonly maxQuantity: number;
}

function MemberQuantity({ context: { t }, id, member, maxQuantity }: MemberProps) {
  if (!member.inStock) return t(texts.soldOut);
  if (member.type !== 'simple') return <a href={productPath(member.slug)}>{t(texts.selectOptions)}</a>;
  const labels = {
    label: t(texts.quantityOf, { name: member.name }),
    less: t(texts.decreaseQuantity),
    more: t(texts.increaseQuantity),
  };
  const { quantityRule } = member;
  const limits = { min: 0, max: lowerToStep(quantityRule, maxQuantity), step: getStepFromZero(quantityRule) };
  const name = getGroupQuantityFieldName(member.id);
  const props = { id, name, value: quantityRule.minQuantity, ...limits, labels };
  return <Island of={Quantity} props={props} when="visible" />;
}
