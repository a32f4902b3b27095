import type { ReactNode } from 'react';
import type { Order } from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { ButtonLink } from '#ui/button.tsx';
import { calendarPath, listOrderEvents } from './order-calendar.ts';
import { eventCalendarTexts as texts } from './texts.ts';

/**
 * Fills `order.details` with the calendar file and the links of bought events. The order lines already show time and
 * place.
 */
export function renderOrderEvents(
  _shop: Shop,
  context: RenderContext,
  { order }: { readonly order: Order },
): ReactNode {
  const events = listOrderEvents(order);
  if (events.length === 0) return null;
  const { t } = context;
  const online = events.flatMap(({ key, name, eventDate: { url } }) => (url === null ? [] : [{ key, name, url }]));
  return (
    <>
      <h2>{t(texts.title, { count: events.length })}</h2>
      {online.length > 0 && (
        <ul className="stack order__events">
          {online.map(({ key, name, url }) => (
            <li key={key}>
              <p className="item__name">{name}</p>
              <p className="item__note">
                <a href={url} rel="noreferrer">
                  {t(texts.join)}
                </a>
              </p>
            </li>
          ))}
        </ul>
      )}
      <ButtonLink look="quiet" href={calendarPath(order.token)}>
        {t(texts.addToCalendar)}
      </ButtonLink>
    </>
  );
}
