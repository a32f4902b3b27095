import type { RenderContext } from '#platform/pages/render-context.ts';
import type { VariationView } from '../contract.ts';
import { catalogTexts as texts } from '../texts.ts';
import { formatEventPlace, formatEventTime, isBookable, namesDay } from './event-date.ts';
import type { ProductView } from './product-view.ts';

/**
 * Time and place of a product's events: one entry per event, the earliest first. If the choices name the days and all
 * events have the same time and place, these are shown once and without the day.
 */
export function EventDates({ context, product }: { readonly context: RenderContext; readonly product: ProductView }) {
  const offers = product.type === 'variable' ? product.variations : [product.master];
  const dates = offers
    .flatMap(({ id, eventDate, stock }) => (eventDate ? [{ id, eventDate, stock }] : []))
    .toSorted((first, second) => first.eventDate.startsAt.getTime() - second.eventDate.startsAt.getTime());
  const [first] = dates;
  if (!first) return null;
  const { locale } = context;
  const choices = offers.map((offer) => ({ offer, names: listTermNames(product, offer) }));
  const areDaysNamed = choices.every(
    ({ offer: { eventDate }, names }) => eventDate && namesDay(locale, eventDate, names),
  );
  const times = choices.map(({ offer: { eventDate }, names }) =>
    eventDate ? `${formatEventTime(locale, eventDate, names)} ${formatEventPlace(context, eventDate)}` : '',
  );
  if (areDaysNamed && new Set(times).size === 1) {
    const place = formatEventPlace(context, first.eventDate);
    return (
      <p className="event-dates event-dates__entry">
        <span>{formatEventTime(locale, first.eventDate, choices[0]?.names)}</span>
        {place !== null && <span className="event-dates__place">{place}</span>}
      </p>
    );
  }
  return (
    <ul className="event-dates" aria-label={context.t(texts.when)}>
      {dates.map(({ id, ...date }) => (
        <EventEntry key={id} context={context} {...date} />
      ))}
    </ul>
  );
}

function listTermNames({ attributes }: ProductView, { terms }: VariationView): string[] {
  return attributes.flatMap(
    (attribute) => attribute.terms.find(({ slug }) => slug === terms[attribute.slug])?.name ?? [],
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
