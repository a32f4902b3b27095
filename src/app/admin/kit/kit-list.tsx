import type { ReactNode } from 'react';
import { SelectionBar } from '#ui/admin/bars.tsx';
import { CursorPagination } from '#ui/admin/cursor-pagination.tsx';
import { DataTable, type TableColumn, type TableRow } from '#ui/admin/data-table.tsx';
import { Filter, FilterBar } from '#ui/admin/filter-bar.tsx';
import { ListState, Skeleton } from '#ui/admin/list-state.tsx';
import { Menu } from '#ui/admin/menu.tsx';
import { Figures } from '#ui/admin/progress.tsx';
import { StateBadge, type Tone } from '#ui/admin/state-badge.tsx';
import { ViewTabs } from '#ui/admin/view-tabs.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Checkbox } from '#ui/choices.tsx';
import { Icon } from '#ui/icon.tsx';

const columns: readonly TableColumn[] = [
  { id: 'number', title: 'Order', onPhone: 'title', sort: { href: '?sort=number', direction: null } },
  { id: 'placed', title: 'Placed', sort: { href: '?sort=placed', direction: 'descending' } },
  { id: 'customer', title: 'Customer' },
  { id: 'money', title: 'Payment', onPhone: 'badge' },
  { id: 'shipment', title: 'Shipment', onPhone: 'badge' },
  { id: 'items', title: 'Items', align: 'end', onPhone: 'hidden' },
  { id: 'total', title: 'Total', align: 'end', onPhone: 'value', sort: { href: '?sort=total', direction: null } },
];

const badge = (text: string, tone?: Tone, isOpen = false) => (
  <StateBadge tone={tone} isOpen={isOpen} key={text}>
    {text}
  </StateBadge>
);
const paid = badge('Paid', 'success');

const longName = 'Bartholomew Featherstonehaugh-Cholmondeley';
const toPay = badge('Awaiting transfer', 'warning', true);
const [partlyRefunded, partlyShipped] = [badge('Partly refunded', 'info'), badge('Partly shipped', 'info', true)];

const orders: readonly (readonly [number, string, string, ReactNode, ReactNode, number, string])[] = [
  [1048, 'Today, 09:12', 'Ada Marsh', paid, badge('To ship', 'warning', true), 3, '£86.00'],
  [1047, 'Today, 08:40', longName, toPay, badge('On hold'), 1, '£32.00'],
  [1046, 'Yesterday', 'Carys Pugh', paid, badge('Shipped', 'success'), 12, '£1,204.50'],
  [1045, 'Yesterday', 'Dov Katz', badge('Payment failed', 'error'), '', 2, '£54.00'],
  [1044, '24 Nov', 'Esi Owusu', partlyRefunded, partlyShipped, 5, '£140.00'],
  [1043, '23 Nov', 'Finn Doyle', badge('Refunded'), badge('Cancelled'), 1, '£18.00'],
];

const rows: readonly TableRow[] = orders.map(([number, placed, customer, money, shipment, items, total]) => ({
  id: number,
  href: `#order-${number}`,
  markLabel: `Mark order ${number}`,
  isMarked: number === 1048 || number === 1046,
  isMuted: number === 1043,
  cells: { number: `#${number}`, placed: <time>{placed}</time>, customer, money, shipment, items, total },
}));

/** Specimens of a list with its action bar, a marked row, and the content of lists without rows. */
export function KitList({ action }: { readonly action: string }) {
  return (
    <>
      <Figures
        figures={[
          { label: 'To ship', value: '14', href: '#to-ship', note: 'oldest: 2 days' },
          { label: 'To answer', value: '3', href: '#to-answer' },
          { label: 'Sales today', value: '£1,420', href: '#sales', note: '+12 % against last Sunday' },
          { label: 'Stock that runs out', value: '6', href: '#stock', note: 'within 14 days' },
        ]}
      />
      <ViewTabs
        label="Views"
        tabs={[
          { href: '?view=all', text: 'All' },
          { href: '?view=to-ship', text: 'To ship', isCurrent: true, count: '14', changed: 'changed' },
          { href: '?view=unpaid', text: 'Unpaid', count: '2' },
          { href: '?view=returns', text: 'Returns' },
        ]}
      >
        <a href="#save-view">Save view</a>
      </ViewTabs>
      <FilterBar
        action={action}
        label="Filter orders"
        search={{ name: 'q', label: 'Search orders', placeholder: 'Number, name, email, SKU', value: '' }}
        apply="Apply"
        hidden={{ view: 'to-ship' }}
        tools={
          <Menu
            look="quiet"
            align="end"
            button={
              <>
                Columns <Icon name="chevron-down" small />
              </>
            }
          >
            <a className="menu__item" href="?columns=items">
              Items
            </a>
            <a className="menu__item" href="?columns=source">
              Source
            </a>
          </Menu>
        }
        chosen={[
          { text: 'Payment: paid', href: '?view=to-ship', removeLabel: 'Remove' },
          { text: 'Placed: last 7 days', href: '?view=all', removeLabel: 'Remove' },
        ]}
        clear={{ href: '?', text: 'Clear all' }}
      >
        <Filter title="Payment" value="paid" apply="Apply">
          <Checkbox id="kit-paid" name="payment" value="paid" label="Paid" defaultChecked />
          <Checkbox id="kit-unpaid" name="payment" value="unpaid" label="Awaiting payment" />
          <Checkbox id="kit-refunded" name="payment" value="refunded" label="Refunded" />
        </Filter>
        <Filter title="Shipment" apply="Apply">
          <Checkbox id="kit-to-ship" name="shipment" value="to-ship" label="To ship" />
        </Filter>
      </FilterBar>
      <form className="page-part" data-marks="" action={action}>
        <DataTable
          label="Orders"
          columns={columns}
          rows={rows}
          marks={{ name: 'id', allLabel: 'Mark all on this page' }}
        />
        <SelectionBar
          label="Marked orders"
          text="2 marked"
          all={<Button look="text">Mark all 4,312 that match</Button>}
        >
          <Button look="quiet" type="button">
            Print slips
          </Button>
          <Button look="quiet" type="button">
            Mark as shipped
          </Button>
        </SelectionBar>
      </form>
      <CursorPagination
        label="Pages"
        summary="50 of 10,000+"
        previous={{ text: 'Newer', href: null }}
        next={{ text: 'Older', href: '?after=1043' }}
      />
      <div className="kit-grid">
        <ListState kind="empty" title="No coupons yet" text="A coupon takes an amount or a share off an order.">
          <ButtonLink href="#add">Add coupon</ButtonLink>
        </ListState>
        <ListState kind="no-match" title="No order matches" text="Two filters are set. Try without one of them.">
          <a href="?">Clear all filters</a>
        </ListState>
        <ListState
          kind="failed"
          title="The list did not load"
          text="The database took longer than 5 seconds. Nothing was changed."
        >
          <ButtonLink look="quiet" href="?">
            Try again
          </ButtonLink>
        </ListState>
      </div>
      <Skeleton label="Loading orders" rows={3} />
    </>
  );
}
