import { normalizeState } from '#features/addresses/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormProblem } from '#platform/forms/field.ts';
import { FormFields, FormProblems } from '#platform/forms/form-fields.tsx';
import { choice, line, money, number } from '#platform/forms/kinds.ts';
import { readForm } from '#platform/forms/read-form.ts';
import { toForm } from '#platform/forms/show-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { formatMoney, getMinorDigits } from '#platform/money/money.ts';
import { DataTable } from '#ui/admin/data-table.tsx';
import { Panel } from '#ui/admin/panels.tsx';
import { Button } from '#ui/button.tsx';
import { type AddressTest, testAddress } from '../commands/test-command.ts';
import { shippingErrors } from '../errors.ts';
import { shippingPath } from './paths.ts';
import { shippingTexts as texts } from './texts.ts';
import { listCountryOptions } from './zone-form.ts';

function createFields(shop: Shop) {
  const { t, choices } = shop;
  const { currency, locale } = choices;
  const width = 'third' as const;
  return {
    country: choice({ label: t(texts.country), required: true, options: listCountryOptions(shop), width }),
    state: line({ label: t(texts.state), max: 100, width }),
    postcode: line({ label: t(texts.postcode), max: 50, width, isCode: true }),
    weight: number({ label: t(texts.testWeight), required: true, min: 0, max: 1_000_000_000, locale, width }),
    quantity: number({ label: t(texts.testQuantity), required: true, min: 1, max: 9999, locale, width }),
    total: money({ label: t(texts.testTotal), required: true, currency, locale, min: 0, max: 1_000_000_000, width }),
  };
}

export interface ShownTest {
  readonly form: FormBody;
  readonly problems: readonly FormProblem[];
  /** Null when the form was not sent yet or is invalid. */
  readonly result: AddressTest | null;
}

export async function runAddressTest(shop: Shop, query: URLSearchParams): Promise<ShownTest> {
  const fields = createFields(shop);
  const { baseAddress, countries, currency } = shop.choices;
  if (!query.has('country')) {
    const country = baseAddress?.country ?? countries[0] ?? '';
    const total = 50 * 10 ** getMinorDigits(currency);
    const values = { country, state: '', postcode: '', weight: 1000, quantity: 1, total };
    return { form: toForm(values, fields), problems: [], result: null };
  }
  const form = Object.fromEntries(Object.keys(fields).map((name) => [name, (query.get(name) ?? '').slice(0, 200)]));
  const { value, problems } = readForm({ t: shop.t, form }, fields);
  if (problems.length > 0) return { form, problems, result: null };
  const { country, state, postcode, weight, quantity, total } = value;
  const count = quantity ?? 1;
  const address = { country, state: normalizeState(country, state), postcode, city: '' };
  const common = {
    ...({ productId: 0, agreedPrice: null, taxClass: 'standard', taxStatus: 'taxable', needsShipping: true } as const),
    shippingClass: null,
  };
  // Amounts and weights of a line are whole numbers: the remainder of a division goes to a line of its own.
  const divide = (sum: number): readonly [each: number, last: number] => {
    const each = Math.floor(sum / count);
    return [each, sum - each * (count - 1)];
  };
  const [prices, weights] = [divide(total ?? 0), divide(weight ?? 0)];
  const lines = [
    { ...common, key: 'items', quantity: count - 1, unitPrice: prices[0], weightGrams: weights[0] },
    { ...common, key: 'last', quantity: 1, unitPrice: prices[1], weightGrams: weights[1] },
  ].filter((each) => each.quantity > 0);
  return { form, problems, result: await testAddress(shop, address, lines) };
}

interface AddressTestPanelProps {
  readonly shop: Shop;
  readonly shown: ShownTest;
}

export function AddressTestPanel({ shop, shown: { form, problems, result } }: AddressTestPanelProps) {
  const { t } = shop;
  return (
    <Panel id="test" title={t(texts.testTitle)}>
      <p className="panel__help">{t(texts.testHelp)}</p>
      <form className="stack" action={`${shippingPath}#test`} noValidate>
        <FormProblems state={{ t, problems }} />
        <div className="form-grid">
          <FormFields fields={createFields(shop)} state={{ t, form, problems }} />
        </div>
        <p>
          <Button look="quiet">{t(texts.test)}</Button>
        </p>
      </form>
      {result && <Result shop={shop} result={result} />}
    </Panel>
  );
}

function Result({ shop, result }: { readonly shop: Shop; readonly result: AddressTest }) {
  const { t, choices } = shop;
  const { currency, locale } = choices;
  const { zone, options, refusals } = result;
  const format = (amount: number) => formatMoney({ amount, currency }, locale);
  const offered = options.map(({ id, title, amount, gross }) => ({
    id,
    cells: { method: title, number: id, cost: format(amount), gross: format(gross) },
  }));
  const refused = refusals.map((refusal) => {
    const reason = shippingErrors.codes[refusal.code].means;
    const [id, method] = 'methodId' in refusal ? [refusal.methodId, refusal.title] : [refusal.code, '–'];
    const isMissing = refusal.code === 'MINIMUM_NOT_REACHED';
    const why = isMissing ? t(texts.missing, { reason, amount: format(refusal.missing) }) : reason;
    return { id, isMuted: true, cells: { method, number: 'methodId' in refusal ? id : '', why } };
  });
  return (
    <div className="page-part" role="status">
      <p>
        <strong>{zone === null ? t(texts.testNoZone) : t(texts.testZone, { zone })}</strong>
      </p>
      <DataTable
        label={t(texts.testResult)}
        columns={[
          { id: 'method', title: t(texts.method), onPhone: 'title' },
          { id: 'number', title: t(texts.number) },
          { id: 'cost', title: t(texts.shown), align: 'end', onPhone: 'value' },
          { id: 'gross', title: t(texts.withTax), align: 'end' },
          { id: 'why', title: t(texts.whyNot) },
        ]}
        rows={[...offered, ...refused]}
      />
    </div>
  );
}
