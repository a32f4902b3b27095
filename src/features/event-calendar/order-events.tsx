import type { ReactNode } from 'react';
import { formatEventPlace, formatEventTime } from '#features/catalog/index.ts';
import type { Order } from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { ButtonLink } from '#ui/button.tsx';
import { calendarPath, listOrderEvents } from './order-calendar.ts';
import { eventCalendarTexts as texts } from './texts.ts';

/** Fills `order.details` with the dates of bought events. */
export function renderOrderEvents(
  _shop: Shop,
  context: RenderContext,
  { order }: { readonly order: Order },
): ReactNode {
  const events = listOrderEvents(order);
  if (events.length === 0) return null;
  const { t, locale } = context;
  return (
    <>
      <h2>{t(texts.title, { count: events.length })}</h2>
      <ul className="stack order__events">
        {events.map(({ key, name, eventDate }) => (
          <li key={key}>
            <p className="item__name">{name}</p>
            <p className="item__note">
              <time dateTime={eventDate.startsAt.toISOString()}>{formatEventTime(locale, eventDate)}</time>
            </p>
            <p className="item__note">{formatEventPlace(context, eventDate)}</p>
            {eventDate.url !== null && (
              <p className="item__note">
                <a href={eventDate.url} rel="noreferrer">
                  {t(texts.join)}
                </a>
              </p>
            )}
          </li>
        ))}
      </ul>
      <ButtonLink look="quiet" href={calendarPath(order.token)}>
        {t(texts.addToCalendar)}
      </ButtonLink>
    </>
  );
}
