/** Return page for guests without an account, who paid by a link in a mail. */
import { useSearch } from "@tanstack/react-router";
import { DocumentTitle } from "#web/kit/ui/document-title.tsx";
import { Logo } from "#web/kit/ui/logo.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";

export function GuestPaymentPage() {
  const t = useTranslation();
  const isClosed = useSearch({ strict: false, select: (search: { closed?: string }) => search.closed !== undefined });
  const title = t(isClosed ? "payments.guestClosed" : "payments.guestPaid");
  return (
    <main tabIndex={-1} className="grid min-h-dvh place-items-center bg-surface px-6 py-12 outline-none">
      <div className="grid max-w-88 justify-items-center gap-4 text-center">
        <Logo className="size-10" />
        <DocumentTitle>{title}</DocumentTitle>
        <h1 tabIndex={-1} className="text-2xl font-semibold tracking-tight outline-none">
          {title}
        </h1>
        <p className="text-ink-2">{t(isClosed ? "payments.guestClosedText" : "payments.guestPaidText")}</p>
      </div>
    </main>
  );
}
