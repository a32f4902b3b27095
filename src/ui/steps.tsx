import { Icon } from './icon.tsx';

export interface Step {
  name: string;
  /** Absent when the shopper can't return to the step. */
  href?: string | undefined;
}

/** @param current index of the current step; earlier steps are done */
export function Steps({ label, steps, current }: { label: string; steps: readonly Step[]; current: number }) {
  return (
    <nav aria-label={label}>
      <ol className="steps">
        {steps.map((step, index) => (
          <li className="steps__item" key={step.name} aria-current={index === current ? 'step' : undefined}>
            {index < current && <Icon name="check" small />}
            {step.href && index < current ? <a href={step.href}>{step.name}</a> : step.name}
          </li>
        ))}
      </ol>
    </nav>
  );
}
