import type { ReactNode } from "react";

interface SettingsSectionProps {
  title: string;
  text: string;
  children: ReactNode;
}

/** What a part of the settings is about, and beside it the part itself. */
export const SettingsSection = ({ title, text, children }: SettingsSectionProps) => (
  <section className="grid gap-x-8 gap-y-4 border-line py-7 not-first:border-t first:pt-2 md:grid-cols-[14rem_minmax(0,1fr)]">
    <div>
      <h2 className="text-sm font-semibold">{title}</h2>
      <p className="mt-1 text-13 text-ink-3">{text}</p>
    </div>
    <div className="min-w-0">{children}</div>
  </section>
);
