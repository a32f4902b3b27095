import { formatMoney } from '#platform/money/money.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import type { SafetyContact } from '../contract.ts';
import { catalogTexts as texts } from '../texts.ts';
import type { ProductView } from './product-view.ts';

interface FactsProps {
  readonly context: RenderContext;
  readonly product: ProductView;
}

const unitTexts = {
  ...{ kg: texts.perKg, l: texts.perLitre, m: texts.perMetre },
  ...{ m2: texts.perSquareMetre, m3: texts.perCubicMetre, piece: texts.perPiece },
} as const;

/** The unit price shown beside the price (Directive 98/6/EC, article 3). */
export function UnitPriceNote({ context: { t, locale }, product: { unitPrice } }: FactsProps) {
  if (!unitPrice) return null;
  const { min, max, currency, unit } = unitPrice;
  const [low, high] = [formatMoney({ amount: min, currency }, locale), formatMoney({ amount: max, currency }, locale)];
  return <p className="buy__unit">{t(unitTexts[unit], { price: low === high ? low : `${low}–${high}` })}</p>;
}

/** Manufacturer and responsible person for the safety of a product (Regulation (EU) 2023/988, article 19). */
export function ProductSafetyFacts({ context: { t }, product: { safety } }: FactsProps) {
  const { manufacturer = null, responsible = null } = safety;
  const rows = [
    { title: t(texts.manufacturer), contact: manufacturer },
    { title: t(texts.responsiblePerson), contact: responsible },
  ].flatMap(({ title, contact }) => (contact ? [{ title, contact }] : []));
  if (rows.length === 0) return null;
  return (
    <dl className="facts">
      {rows.map(({ title, contact }) => (
        <div className="facts__row" key={title}>
          <dt>{title}</dt>
          <dd>
            <SafetyAddress contact={contact} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function SafetyAddress({ contact: { name, address, contact } }: { readonly contact: SafetyContact }) {
  const href = /^https?:\/\//.test(contact) ? contact : contact.includes('@') ? `mailto:${contact}` : null;
  return (
    <address>
      {[name, ...address.split('\n')].map((line) => (
        <span key={line}>
          {line}
          <br />
        </span>
      ))}
      {href ? <a href={href}>{contact}</a> : contact}
    </address>
  );
}
