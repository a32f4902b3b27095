import { SaveBar } from '#ui/admin/bars.tsx';
import { ConflictTable } from '#ui/admin/conflict-table.tsx';
import { Panel } from '#ui/admin/panels.tsx';
import { Checkbox } from '#ui/choices.tsx';
import { Select, Textarea, TextInput } from '#ui/controls.tsx';
import { Field } from '#ui/field.tsx';
import { Notice } from '#ui/notice.tsx';

/** Specimens of a form with its action bar in each state, and of a field that two people have changed. */
export function KitForms({ action }: { readonly action: string }) {
  return (
    <form className="page-part" action={action} noValidate>
      <Notice kind="error" title="Two things to look at">
        <ul>
          <li>
            <a href="#kit-code">Code: another coupon has it</a>
          </li>
        </ul>
      </Notice>
      <Panel id="kit-basics" title="Basics">
        <div className="form-grid">
          <Field
            id="kit-code"
            label="Code"
            required
            width="half"
            error="Another coupon has this code. Choose a different one."
          >
            {(control) => <TextInput {...control} name="code" defaultValue="WINTER" />}
          </Field>
          <Field id="kit-amount" label="Amount" width="half" hint="In the shop’s currency">
            {(control) => <TextInput {...control} name="amount" inputMode="decimal" defaultValue="7.50" />}
          </Field>
          <Field id="kit-ends" label="Ends" note="optional" width="half">
            {(control) => <TextInput {...control} type="date" name="ends" />}
          </Field>
          <Field id="kit-for" label="For" width="half">
            {(control) => (
              <Select
                {...control}
                name="for"
                options={[
                  { value: 'all', label: 'Everybody' },
                  { value: 'first', label: 'First orders' },
                ]}
              />
            )}
          </Field>
          <Field id="kit-note" label="Note" note="only for staff">
            {(control) => <Textarea {...control} name="note" />}
          </Field>
          <Checkbox id="kit-once" name="once" label="Once for each customer" defaultChecked />
          <Field id="kit-fixed" label="Created by" width="half">
            {(control) => <TextInput {...control} name="by" disabled defaultValue="Cleo Marsh" />}
          </Field>
        </div>
      </Panel>
      <Panel id="kit-conflict" title="Dora saved this coupon while you were writing">
        <p>Choose for each field what to keep. Your other changes are still here.</p>
        <ConflictTable
          mineTitle="Yours"
          theirsTitle="Dora, 2 minutes ago"
          getName={(name) => `keep.${name}`}
          fields={[
            { name: 'amount', label: 'Amount', mine: '£7.50', theirs: '£10.00' },
            {
              name: 'note',
              label: 'Note',
              mine: 'For the winter market.\nNot for wholesale.',
              theirs: 'Until the market ends.',
            },
          ]}
        />
      </Panel>
      <div className="kit-bars">
        <KitBar label="Saving the coupon" state="saving" />
        <KitBar label="Nothing to save" state="clean" />
      </div>
      <KitBar label="Save the coupon" state="changed" />
    </form>
  );
}

function KitBar({ label, state }: { readonly label: string; readonly state: 'clean' | 'changed' | 'saving' }) {
  return (
    <SaveBar
      label={label}
      changed="Unsaved changes"
      saving="Saving …"
      save="Save"
      discard={{ href: '#kit-basics', text: 'Discard' }}
      state={state}
    />
  );
}
