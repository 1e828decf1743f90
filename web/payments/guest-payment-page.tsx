/** Return page for guests without an account, who paid by a link in a mail. */
import { useSearch } from "@tanstack/react-router";
import { PublicPageHeading } from "#web/accounts/public-layout.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";

export function GuestPaymentPage() {
  const t = useTranslation();
  const closed = useSearch({ strict: false, select: (search: { closed?: string }) => search.closed });
  const isClosed = closed !== undefined;
  return (
    <PublicPageHeading title={t(isClosed ? "payments.guestClosed" : "payments.guestPaid")}>
      {t(
        closed === "page"
          ? "payments.guestClosedPage"
          : isClosed
            ? "payments.guestClosedText"
            : "payments.guestPaidText",
      )}
    </PublicPageHeading>
  );
}
