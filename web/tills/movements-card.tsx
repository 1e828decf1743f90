/** The movements of a session, latest first. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type Till, type TillMovement, tills } from "#contract/tills.ts";
import { paymentMethodLabels } from "#web/events/labels.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ExportButton } from "#web/kit/list/export-button.tsx";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { useOrganizationTimezone } from "#web/organizations/use-organization.ts";
import { CorrectMovementButton } from "./move-money.tsx";
import { movementLabels } from "./labels.ts";

/** Those that come before are in the CSV. */
const MAX_SHOWN = 100;

interface MovementsCardProps {
  sessionId: string;
  till: Pick<Till, "id" | "name">;
  currency: string;
  mayCorrect?: boolean;
}

export function MovementsCard({ sessionId, till, currency, mayCorrect = false }: MovementsCardProps) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const query = { sessionId, per_page: MAX_SHOWN };
  const found = useQuery({ ...endpointQuery(tills.movements, { params: { organizationId }, query }), staleTime: 0 });
  const total = found.data?.meta.total ?? 0;
  return (
    <Card
      title={
        <>
          {t("tills.movementsTitle")} <span className="ml-1 font-normal text-ink-3 tnum">{total}</span>
        </>
      }
      action={total > 0 && <ExportButton list="till-movements" query={{ sessionId }} />}
    >
      {found.error ? (
        <ErrorState error={found.error} onRetry={found.refetch} />
      ) : !found.data ? (
        <Skeleton className="m-4 h-32" />
      ) : total === 0 ? (
        <p className="px-4 py-6 text-13 text-ink-3">{t("tills.noMovements")}</p>
      ) : (
        <ul aria-label={t("tills.movementsTitle")} className="divide-y divide-line">
          {found.data.data.map((movement) => {
            const corrections = found.data.data.filter(({ correctsMovementId }) => correctsMovementId === movement.id);
            return (
              <MovementRow
                key={movement.id}
                movement={movement}
                corrections={corrections}
                action={
                  // A correction is corrected where it belongs: at what it corrects.
                  mayCorrect &&
                  movement.correctsMovementId === null && (
                    <CorrectMovementButton {...{ movement, corrections, till, currency }} />
                  )
                }
              />
            );
          })}
        </ul>
      )}
      {total > MAX_SHOWN && (
        <p className="border-t border-line px-4 py-2.5 text-xs text-ink-3">
          {t("tills.moreMovements", { count: total - MAX_SHOWN })}
        </p>
      )}
    </Card>
  );
}

interface MovementRowProps {
  movement: TillMovement;
  /** They come later, so they are on the same page. */
  corrections: readonly TillMovement[];
  action: ReactNode;
}

function MovementRow({ movement, corrections, action }: MovementRowProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { path, can } = useScope();
  const { time } = useDateFormats(useOrganizationTimezone());
  const { kind, method, amount, currency, payer, label, paymentId, reason, colleague } = movement;
  const { correctsMovement: corrected, correctsClosing } = movement;
  const name = payer ?? t(movementLabels[kind]);
  const notes = [
    label !== name && label,
    payer && kind === "refund" && t("tills.kindRefund"),
    reason,
    corrected &&
      t("tills.correctsEntry", {
        name: corrected.payer ?? t(movementLabels[corrected.kind]),
        amount: money(corrected.amount, currency),
        time: time(corrected.created_at),
      }),
    correctsClosing && t("tills.correctsReport", { number: correctsClosing.number }),
    ...corrections.map((one) =>
      t("tills.isCorrected", { amount: money(one.amount, one.currency), time: time(one.created_at) }),
    ),
    colleague?.fullName ?? t("tills.nobody"),
  ];
  return (
    <li className="flex items-start gap-x-3 px-4 py-2.5 text-13">
      <time dateTime={movement.created_at} className="shrink-0 pt-px text-xs text-ink-3 tnum">
        {time(movement.created_at)}
      </time>
      <span className="grid min-w-0 grow gap-0.5 [overflow-wrap:anywhere]">
        {paymentId && can("payments.show") ? (
          <Link to={path(`/payments/${paymentId}`)} className={textLinkClass}>
            {name}
          </Link>
        ) : (
          <span className="font-medium">{name}</span>
        )}
        <span className="text-xs text-ink-3">{notes.filter(Boolean).join(" · ")}</span>
      </span>
      <span className="grid shrink-0 justify-items-end gap-0.5">
        <span className={`font-semibold whitespace-nowrap tnum ${amount < 0 ? "text-danger" : ""}`}>
          {money(amount, currency)}
        </span>
        <span className="text-xs text-ink-2">{t(paymentMethodLabels[method])}</span>
      </span>
      {action}
    </li>
  );
}
