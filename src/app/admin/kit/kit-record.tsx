import { FactsList, Panel, PanelColumns } from '#ui/admin/panels.tsx';
import { StateBadge, type Tone } from '#ui/admin/state-badge.tsx';
import { ChangeList, Timeline } from '#ui/admin/timeline.tsx';
import { Button } from '#ui/button.tsx';
import { KitRun } from './kit-run.tsx';

const tones: readonly Tone[] = ['neutral', 'info', 'success', 'warning', 'error'];

export function KitRecord() {
  return (
    <PanelColumns
      main={
        <>
          <Panel id="kit-states" title="States" actions={<a href="#kit-states">Edit</a>}>
            <p className="kit-row">
              {tones.map((tone) => (
                <StateBadge tone={tone} key={tone}>
                  {tone}
                </StateBadge>
              ))}
            </p>
            <p className="kit-row">
              {tones.map((tone) => (
                <StateBadge tone={tone} isOpen key={tone}>
                  {tone}, open
                </StateBadge>
              ))}
            </p>
          </Panel>
          <KitRun />
          <Panel
            id="kit-danger"
            look="danger"
            title="Delete coupon"
            foot={
              <Button look="quiet" className="button--danger" type="button">
                Delete coupon
              </Button>
            }
          >
            <p>Orders keep what it took off. The code can’t be used again.</p>
          </Panel>
        </>
      }
      side={
        <>
          <Panel id="kit-facts" title="Customer" actions={<a href="#kit-facts">Open</a>}>
            <FactsList
              facts={[
                { label: 'Name', value: 'Ada Marsh' },
                { label: 'Email', value: <a href="mailto:ada@example.com">ada@example.com</a> },
                { label: 'Orders', value: '12' },
                { label: 'Spent', value: '£1,204.50' },
                { label: 'Note', value: null },
              ]}
            />
          </Panel>
          <Panel id="kit-history" title="History">
            <Timeline
              label="History"
              entries={[
                {
                  id: 3,
                  what: 'Changed the coupon',
                  when: <time dateTime="2026-11-28T09:12">Today, 09:12</time>,
                  who: 'Cleo Marsh',
                  tone: 'info',
                  more: (
                    <ChangeList
                      to="changed to"
                      more={(count) => `and ${count} more`}
                      changes={[
                        { label: 'Amount', before: '£5.00', after: '£7.50' },
                        { label: 'Ends', before: 'never', after: '31 Dec 2026' },
                      ]}
                    />
                  ),
                },
                { id: 2, what: 'Refund of £18.00 failed', when: 'Yesterday', who: 'job', tone: 'error' },
                { id: 1, what: 'Created', when: '23 Nov', who: 'key “ERP”', tone: 'success' },
              ]}
            />
          </Panel>
        </>
      }
    />
  );
}
