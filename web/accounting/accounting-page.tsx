/** Accounting of an organization: the VAT, and below it the journals, the payouts, deferred income, the accounts and the closed months. */
import { useParams } from "@tanstack/react-router";
import { AccountsPage } from "./accounts-page.tsx";
import { ClosingPage } from "./closing-page.tsx";
import { DeferredPage } from "./deferred-page.tsx";
import { JournalPage } from "./journal-page.tsx";
import { PayoutPage } from "./payout-page.tsx";
import { PayoutsPage } from "./payouts-page.tsx";
import { VatPage } from "./vat-page.tsx";

export function AccountingPage() {
  const { view, payoutId } = useParams({ strict: false }) as { view?: string; payoutId?: string };
  if (payoutId !== undefined) return <PayoutPage payoutId={payoutId} />;
  if (view === "journal") return <JournalPage />;
  if (view === "payouts") return <PayoutsPage />;
  if (view === "deferred") return <DeferredPage />;
  if (view === "closing") return <ClosingPage />;
  return view === "accounts" ? <AccountsPage /> : <VatPage />;
}
