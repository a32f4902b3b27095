import type { RenderContext } from '#platform/pages/render-context.ts';
import type { DeliveryEstimate } from './estimate-delivery.ts';
import { formatDays, getShownDays } from './format-estimate.ts';
import { deliveryDateTexts as texts } from './texts.ts';

interface EstimateFactProps {
  readonly context: Pick<RenderContext, 't' | 'locale' | 'now'>;
  readonly estimate: DeliveryEstimate;
}

export function EstimateFacts({ context, estimate }: EstimateFactProps) {
  const { earliest, latest } = getShownDays(estimate);
  const { first, separator, last } = formatDays(context, { earliest, latest });
  return (
    <dl className="facts">
      <div className="facts__row">
        <dt>{context.t(estimate.isPickup ? texts.collectLabel : texts.arrivalLabel)}</dt>
        <dd>
          <time dateTime={earliest}>{first}</time>
          {last !== '' && (
            <>
              {separator}
              <time dateTime={latest}>{last}</time>
            </>
          )}
        </dd>
      </div>
    </dl>
  );
}
