import type { RenderContext } from '#platform/pages/render-context.ts';
import type { VariationView } from '../contract.ts';
import { catalogTexts as texts } from '../texts.ts';
import { formatEventPlace, formatEventTime, isBookable } from './event-date.ts';
import type { ProductView } from './product-view.ts';

/** When and where a product takes place: one entry for each of its dates, the earliest first. */
export function EventDates({ context, product }: { readonly context: RenderContext; readonly product: ProductView }) {
  const offers = product.type === 'variable' ? product.variations : [product.master];
  const dates = offers
    .flatMap(({ id, eventDate, stock }) => (eventDate ? [{ id, eventDate, stock }] : []))
    .toSorted((first, second) => first.eventDate.startsAt.getTime() - second.eventDate.startsAt.getTime());
  if (dates.length === 0) return null;
  return (
    <ul className="event-dates" aria-label={context.t(texts.when)}>
      {dates.map(({ id, ...date }) => (
        <EventEntry key={id} context={context} {...date} />
      ))}
    </ul>
  );
}

interface EventEntryProps extends Pick<VariationView, 'stock'> {
  readonly context: RenderContext;
  readonly eventDate: NonNullable<VariationView['eventDate']>;
}

function EventEntry({ context, eventDate, stock }: EventEntryProps) {
  const { t, locale, now } = context;
  const place = formatEventPlace(context, eventDate);
  const isOpen = isBookable(eventDate, now);
  const note = isOpen ? stock.state === 'out' && t(texts.bookedUp) : t(texts.bookingClosed);
  return (
    <li className={`event-dates__entry${note ? ' event-dates__entry--closed' : ''}`}>
      <time dateTime={eventDate.startsAt.toISOString()}>{formatEventTime(locale, eventDate)}</time>
      {place !== null && <span className="event-dates__place">{place}</span>}
      {note && <span className="event-dates__place">{note}</span>}
    </li>
  );
}
