import type { ReactNode } from "react";
import { DocumentTitle } from "#web/kit/document-title.tsx";

/** What a page before the login is for. `title` is also the document's. */
export const DoorHeading = ({ title, children }: { title: string; children?: ReactNode }) => (
  <header>
    <DocumentTitle>{title}</DocumentTitle>
    <h1 tabIndex={-1} className="text-2xl font-semibold tracking-tight outline-none">
      {title}
    </h1>
    {children && <p className="mt-1.5 text-ink-2">{children}</p>}
  </header>
);

export const doorLink = "text-13 font-medium text-accent-ink hover:underline";
