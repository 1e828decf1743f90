/** The page of a gift voucher: its code, what is left, what it has paid; the team prints it and takes it back. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Printer } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { activity } from "#contract/activity.ts";
import { type VoucherDetail, vouchers } from "#contract/vouchers.ts";
import { CustomerLink } from "#web/customers/customer-link.tsx";
import { endpointQuery } from "#web/kit/data/api.ts";
import { download } from "#web/kit/data/download.ts";
import { listModules } from "#web/kit/data/modules.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useLiveRefresh } from "#web/kit/data/use-live-refresh.ts";
import { useRouteParam } from "#web/kit/data/use-route-param.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { noonOf, useDateFormats } from "#web/kit/format/date-formats.ts";
import { useSignedAmountFormat } from "#web/kit/format/signed-amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Badge } from "#web/kit/ui/badge.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { DateTime } from "#web/kit/ui/date-time.tsx";
import { DescriptionItem, DescriptionList } from "#web/kit/ui/description-list.tsx";
import { DetailSkeleton } from "#web/kit/ui/detail-skeleton.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { useOrganizationTimezone } from "#web/organizations/use-organization.ts";
import { purposeLabels, stateLabels, stateTones } from "./labels.ts";

/** If one fails to load, the others work without it. */
const actions = listModules().flatMap(({ name, voucherAction: load }) =>
  load ? { name, Action: lazy(() => load().catch(() => ({ default: () => null }))) } : [],
);

export function VoucherPage() {
  const t = useTranslation();
  const money = useAmountFormat();
  const { organizationId, path, isPlatform } = useScope();
  const params = { organizationId, voucherId: useRouteParam("voucherId") };
  const { data, error, refetch } = useQuery({ ...endpointQuery(vouchers.read, { params }), staleTime: 0 });
  useLiveRefresh(activity.live, organizationId, { payments: ["vouchers"] });
  const voucher = data?.data;
  return (
    <Page
      title={voucher ? `${t("vouchers.one")} · ${money(voucher.amount, voucher.currency)}` : t("vouchers.one")}
      crumbs={[
        <Link key="list" to={path("/vouchers")}>
          {t("vouchers.title")}
        </Link>,
      ]}
      meta={
        voucher && (
          <Badge tone={stateTones[voucher.state]} dot>
            {t(stateLabels[voucher.state])}
          </Badge>
        )
      }
      actions={
        voucher &&
        !isPlatform && (
          <>
            {voucher.state !== "canceled" && <PrintButton voucher={voucher} />}
            {voucher.takeBackUntil !== null && (
              <Suspense>
                {actions.map(({ name, Action }) => (
                  <Action
                    key={name}
                    organizationId={organizationId}
                    voucherId={voucher.id}
                    amount={voucher.amount}
                    currency={voucher.currency}
                    takeBackUntil={voucher.takeBackUntil ?? ""}
                  />
                ))}
              </Suspense>
            )}
          </>
        )
      }
    >
      {voucher ? (
        <div className="grid gap-5">
          <Details voucher={voucher} />
          <Uses voucher={voucher} />
        </div>
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <DetailSkeleton rows={9} aside={false} />
      )}
    </Page>
  );
}

function PrintButton({ voucher: { id, codeEnd, organization } }: { voucher: VoucherDetail }) {
  const t = useTranslation();
  const [isPending, setPending] = useState(false);
  const run = () => {
    setPending(true);
    const params = { organizationId: organization.id, voucherId: id };
    download(vouchers.pdf, { params }, `${codeEnd}.pdf`)
      // `download` has shown the failure in a toast.
      .catch(() => {})
      .finally(() => setPending(false));
  };
  return (
    <Button pending={isPending} onClick={run}>
      <Printer aria-hidden />
      {t("vouchers.print")}
    </Button>
  );
}

function Details({ voucher }: { voucher: VoucherDetail }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { path } = useScope();
  const timezone = useOrganizationTimezone();
  const formats = useDateFormats();
  const date = (local: string) => formats.date(noonOf(local));
  const { currency, amount, left, paymentId, deliverOn, deliveredAt } = voucher;
  return (
    <Card title={t("kit.details")}>
      <DescriptionList>
        <DescriptionItem name={t("vouchers.code")}>
          <span className="font-mono text-[0.9375rem] font-medium tnum select-all">{voucher.code}</span>
        </DescriptionItem>
        <DescriptionItem name={t("vouchers.left")}>
          {t("vouchers.leftOf", { left: money(left, currency), amount: money(amount, currency) })}
        </DescriptionItem>
        <DescriptionItem name={t("vouchers.expiresOn")}>{date(voucher.expiresOn)}</DescriptionItem>
        <DescriptionItem name={t("vouchers.buyer")}>
          <CustomerLink customerId={voucher.buyer.id} name={voucher.buyer.name} />
        </DescriptionItem>
        {voucher.recipientName && (
          <DescriptionItem name={t("vouchers.recipient")}>{voucher.recipientName}</DescriptionItem>
        )}
        {voucher.recipientEmail && (
          <DescriptionItem name={t("vouchers.recipientEmail")}>{voucher.recipientEmail}</DescriptionItem>
        )}
        {voucher.message && <DescriptionItem name={t("vouchers.message")}>{voucher.message}</DescriptionItem>}
        {deliverOn && !deliveredAt && (
          <DescriptionItem name={t("vouchers.deliverOn")}>{date(deliverOn)}</DescriptionItem>
        )}
        {deliveredAt && (
          <DescriptionItem name={t("vouchers.deliveredAt")}>
            <DateTime timeZone={timezone} at={deliveredAt} />
          </DescriptionItem>
        )}
        <DescriptionItem name={t("vouchers.purpose")}>{t(purposeLabels[voucher.purpose])}</DescriptionItem>
        {paymentId && (
          <DescriptionItem name={t("vouchers.sale")}>
            <Link to={path(`/payments/${paymentId}`)} className={textLinkClass}>
              <DateTime timeZone={timezone} at={voucher.created_at} />
            </Link>
          </DescriptionItem>
        )}
      </DescriptionList>
    </Card>
  );
}

function Uses({ voucher: { uses, currency } }: { voucher: VoucherDetail }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const signed = useSignedAmountFormat();
  const { path } = useScope();
  const { date } = useDateFormats(useOrganizationTimezone());
  return (
    <Card title={t("vouchers.uses")}>
      {uses.length === 0 ? (
        <p className="px-4 py-3 text-13 text-ink-3">{t("vouchers.noUses")}</p>
      ) : (
        <ul aria-label={t("vouchers.uses")} className="divide-y divide-line">
          {uses.map(({ id, at, paymentId, label, amount, left }) => (
            <li key={id} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3.5 gap-y-0.5 px-4 py-2 text-13">
              <Link
                to={path(`/payments/${paymentId}`)}
                className="min-w-0 font-medium [overflow-wrap:anywhere] hover:underline"
              >
                {label}
              </Link>
              <span className="text-right font-medium tnum">{signed(-amount, currency)}</span>
              <span className="text-xs text-ink-3">
                <time dateTime={at} className="tnum">
                  {date(at)}
                </time>
                {` · ${t(amount > 0 ? "vouchers.use" : "vouchers.useBack")}`}
              </span>
              <span className="text-right text-xs text-ink-3 tnum">
                {t("vouchers.leftAfter", { left: money(left, currency) })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
