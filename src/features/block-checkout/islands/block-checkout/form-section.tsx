import type { ReactNode } from 'react';

interface FormSectionProps {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}

export function FormSection({ id, title, children }: FormSectionProps) {
  return (
    <section className="form-part" aria-labelledby={`${id}-title`}>
      <h2 className="form-part__title" id={`${id}-title`}>
        {title}
      </h2>
      {children}
    </section>
  );
}
