import type { ReactNode } from "react";

interface FormSectionProps {
  title: string;
  hint?: ReactNode;
  children: ReactNode;
}

export const FormSection = ({ title, hint, children }: FormSectionProps) => (
  <section className="grid gap-x-8 gap-y-4 border-b border-line pb-6 last:border-b-0 last:pb-0 lg:grid-cols-[14rem_minmax(0,1fr)]">
    <div className="grid content-start gap-1">
      <h2 className="text-sm font-semibold">{title}</h2>
      {hint && <p className="max-w-prose text-13 text-ink-3">{hint}</p>}
    </div>
    <div className="grid min-w-0 content-start gap-5">{children}</div>
  </section>
);
