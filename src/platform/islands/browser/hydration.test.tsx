import { afterEach, describe, expect, it } from 'vitest';
import { Counter } from '#tests/support/browser/trial/islands/counter.tsx';
import { Photograph } from '#tests/support/browser/trial/islands/photograph.tsx';
import { useTrialSite } from '#tests/support/browser/trial-site.tsx';
import { Quantity } from '#ui/islands/quantity.tsx';
import { defineIsland } from '../island.shared.ts';
import { Island } from '../island.tsx';

const site = useTrialSite({ nodeEnv: 'development' });
afterEach(() => site.reset());

const labels = { label: 'Quantity', less: 'Less', more: 'More' };

/** Only React's development build compares every attribute and reports differences. */
describe('hydration in a development build', () => {
  it('finds no difference to the server’s HTML', async () => {
    site.page(
      '/',
      <ul>
        {['a', 'b'].map((label) => (
          <li key={label}>
            <Island of={Counter} props={{ label }} when="load" />
            <Island of={Quantity} props={{ id: label, name: label, value: 1, max: 3, labels }} when="load" />
            <Island of={Photograph} props={{ src: '/favicon.ico' }} when="load" />
          </li>
        ))}
      </ul>,
    );
    const { open, complaints } = await site.shopper();
    const page = await open('/');
    await expect.poll(() => page.evaluate(() => window.said.length)).toBe(2);
    await page.getByRole('button', { name: 'More' }).nth(1).click();
    expect(complaints).toEqual([]);
  });

  it('reports a difference', async () => {
    const other = defineIsland('trial/counter', ({ label }: { label: string }) => <p title={label}>something else</p>);
    site.page('/', <Island of={other} props={{ label: 'x' }} when="load" />);
    const { open, complaints } = await site.shopper();
    const page = await open('/');
    await page.getByRole('button').waitFor();
    expect(complaints.join()).toContain("server rendered HTML didn't match");
  });
});
