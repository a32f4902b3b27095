import { Fragment } from 'react';
import { uploadPath } from '#features/uploads/index.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import type { PricedLine } from '../lines/price-lines.ts';
import { cartTexts as texts } from '../texts.ts';

interface LineChoicesProps {
  readonly line: Pick<PricedLine, 'options' | 'addons'>;
  readonly context: Pick<RenderContext, 't' | 'price'>;
  readonly currency: string;
}

export function LineChoices({ line: { options, addons }, context, currency }: LineChoicesProps) {
  const rows = [
    ...options.map(({ name, value }) => ({ key: `option ${name}`, name, value })),
    ...createAddonRows(addons, context, currency),
  ];
  if (rows.length === 0) return null;
  return (
    <dl className="line-choices">
      {rows.map(({ key, name, value }) => (
        <div key={key}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function createAddonRows(addons: PricedLine['addons'], { t, price }: LineChoicesProps['context'], currency: string) {
  return addons.map(({ key, label, shown, files, price: amount }) => ({
    key: `addon ${key}`,
    name: label,
    value: (
      <>
        {files.length > 0 ? files.map(createFileLink) : shown === '' ? t(texts.yes) : shown}{' '}
        {amount !== 0 && <span className="line-choices__extra">{`(+${price({ amount, currency })})`}</span>}
      </>
    ),
  }));
}

const createFileLink = ({ id, shown }: PricedLine['addons'][number]['files'][number], index: number) => (
  <Fragment key={id}>
    {index > 0 && ', '}
    <a href={uploadPath(id)}>{shown}</a>
  </Fragment>
);
