/** Requests that wait for approval: decided on the row, or several at once. */
import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { Check, Inbox, TriangleAlert, X } from "lucide-react";
import { useState } from "react";
import { activity } from "#contract/activity.ts";
import { approvals, type BookingRequest, requestOrders } from "#contract/approvals.ts";
import { fields } from "#contract/fields.ts";
import { FacilityFilter } from "#web/events/place-filters.tsx";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useLiveRefresh } from "#web/kit/data/use-live-refresh.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ListFilters, useSetFilters } from "#web/kit/list/list-filters.tsx";
import { ErrorState, keepPreviousRows } from "#web/kit/list/list-layout.tsx";
import { useListSearch } from "#web/kit/list/list-search.ts";
import { SearchBox } from "#web/kit/list/search-box.tsx";
import { useNow } from "#web/kit/render/use-now.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { CheckBox } from "#web/kit/ui/check-box.tsx";
import { cx } from "#web/kit/ui/cx.ts";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { Select } from "#web/kit/ui/select.tsx";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { useListedRequests } from "./listed-requests.ts";
import { RejectDialog } from "./reject-dialog.tsx";
import { RequestList } from "./request-list.tsx";
import { RequestRow, rowClass, SettledRow, useWaitingTime } from "./request-row.tsx";
import { type RequestToDecide, type DecisionResult, useDecisions } from "./use-decisions.ts";
import { ApprovalsViewSwitch } from "./view-switch.tsx";

const ROWS_PER_PAGE = 50;
const CLOCK_MS = 30_000;

const orderLabels = { soonest: "approvals.soonestFirst", oldest: "approvals.oldestFirst" } as const;

export function ApprovalsPage() {
  const t = useTranslation();
  const now = useNow(CLOCK_MS);
  const { organizationId } = useScope();
  const params = { organizationId };
  const { q, page } = useListSearch();
  const { facilityId, order } = useSearch({
    strict: false,
    select: (search: { facilityId?: string; order?: (typeof requestOrders)[number] }) => ({
      facilityId: search.facilityId,
      order: search.order,
    }),
  });
  const set = useSetFilters();
  const request = { params, query: { q, page, per_page: ROWS_PER_PAGE, facilityId, order } };
  const { data, error, isPending, isPlaceholderData, refetch, dataUpdatedAt } = useQuery({
    ...endpointQuery(approvals.list, request),
    placeholderData: keepPreviousRows(request),
  });
  const waiting = useQuery(endpointQuery(approvals.count, { params }, { quiet: true })).data?.data;
  useLiveRefresh(activity.live, organizationId, { events: ["approvals"], customers: ["approvals"] });
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const [rejected, setRejected] = useState<readonly RequestToDecide[]>();
  const rows = data?.data;
  const { listed, isInOrder, sort, addDecided, removeDecided } = useListedRequests(
    JSON.stringify(request.query),
    rows && !isPlaceholderData ? { waiting: rows, fetchedAt: dataUpdatedAt } : undefined,
  );
  const { decide, takeBack, busy, result, clearResult } = useDecisions(organizationId, {
    onDecided: (requests, decision, withdrawUndo) =>
      addDecided(
        (rows ?? [])
          .filter(({ id }) => requests.some((one) => one.id === id))
          .map((decided) => ({ request: decided, decision, withdrawUndo, listedAt: dataUpdatedAt })),
      ),
    onUndone: (requests) => removeDecided(requests.map(({ id }) => id)),
  });
  const waited = useWaitingTime();
  const shown = listed ?? rows?.map((one) => ({ request: one, state: "waiting" as const }));
  const selected = rows?.filter(({ id }) => selectedIds.has(id)) ?? [];
  const select = (ids: readonly string[], isSelected: boolean) =>
    setSelectedIds((before) => {
      const next = new Set(before);
      for (const id of ids)
        if (isSelected) next.add(id);
        else next.delete(id);
      return next;
    });
  const decideAll = async (requests: readonly RequestToDecide[], how: Parameters<typeof decide>[1]) => {
    await decide(requests, how);
    select(
      requests.map(({ id }) => id),
      false,
    );
  };
  const isNarrowed = q !== "" || facilityId !== undefined;
  return (
    <Page
      wide
      title={t("approvals.title")}
      meta={waiting && waiting.waiting > 0 && <span className="text-13 text-ink-3 tnum">{waiting.waiting}</span>}
      actions={<ApprovalsViewSwitch value="waiting" />}
    >
      <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-3 lg:px-5">
        <div className="flex flex-wrap items-center gap-2 max-sm:w-full">
          <SearchBox q={q} label={t("approvals.search")} />
          <ListFilters>
            <FacilityFilter className="min-w-36 sm:w-44" value={facilityId} />
            <Select
              aria-label={t("approvals.order")}
              value={order ?? "soonest"}
              onValueChange={(chosen) => set({ order: chosen === "soonest" ? undefined : chosen })}
              options={requestOrders.map((value) => ({ value, label: t(orderLabels[value]) }))}
            />
          </ListFilters>
        </div>
        <p className="flex min-h-7 items-center gap-3 text-13 text-ink-3 max-sm:hidden">
          {!isInOrder && (
            <span role="status">
              {t("approvals.newAtEnd")}{" "}
              <button type="button" onClick={sort} className={textLinkClass}>
                {t("approvals.sortAgain")}
              </button>
            </span>
          )}
          {waiting?.oldest && t("approvals.oldestWaits", { time: waited(waiting.oldest, now) })}
        </p>
      </div>
      {result && <RefusedRequests result={result} onClose={clearResult} />}
      {error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : shown?.length === 0 ? (
        <NothingWaits isNarrowed={isNarrowed} />
      ) : (
        <RequestList
          label={t("approvals.title")}
          rowClass={rowClass}
          header={
            <>
              <CheckBox
                label={<span className="sr-only">{t("approvals.selectAll")}</span>}
                checked={selected.length > 0 && selected.length === rows?.length}
                mixed={selected.length > 0 && selected.length < (rows?.length ?? 0)}
                onChange={(isSelected) => select(rows?.map(({ id }) => id) ?? [], isSelected)}
                className="py-0!"
              />
              <span>{t("approvals.requester")}</span>
              <span>{t("approvals.when")}</span>
              <span>{t("approvals.where")}</span>
              <span className="text-right">{t("events.price")}</span>
              <span>{t("approvals.check")}</span>
              <span className="text-right">{t("approvals.waits")}</span>
              <span />
            </>
          }
          {...{ isPending, isPlaceholderData }}
          meta={data?.meta}
        >
          {shown?.map(({ request: row, state }) =>
            state === "waiting" ? (
              <RequestRow
                key={row.id}
                request={row}
                now={now}
                isSelected={selectedIds.has(row.id)}
                isBusy={busy.has(row.id)}
                onSelect={(isSelected) => select([row.id], isSelected)}
                onApprove={() => void decideAll([row], { answer: "approve" }).catch(() => {})}
                onReject={() => setRejected([row])}
              />
            ) : (
              <SettledRow
                key={row.id}
                request={row}
                answer={state === "gone" ? state : state.decision.answer}
                now={now}
                isBusy={busy.has(row.id)}
                onUndo={
                  state === "gone"
                    ? undefined
                    : () => {
                        state.withdrawUndo();
                        void takeBack(row, state.decision).catch(() => {});
                      }
                }
              />
            ),
          )}
        </RequestList>
      )}
      {selected.length > 0 && (
        <BulkBar
          selected={selected}
          isBusy={busy.size > 0}
          onApprove={() => void decideAll(selected, { answer: "approve" }).catch(() => {})}
          onReject={() => setRejected(selected)}
          onClear={() => setSelectedIds(new Set())}
        />
      )}
      <RejectDialog
        requests={rejected}
        onClose={() => setRejected(undefined)}
        onReject={(requests, draft) => decideAll(requests, { answer: "reject", ...draft })}
      />
    </Page>
  );
}

function NothingWaits({ isNarrowed }: { isNarrowed: boolean }) {
  const t = useTranslation();
  const { path, can } = useScope();
  if (isNarrowed) return <EmptyState title={t("kit.noResults")}>{t("kit.noResultsHint")}</EmptyState>;
  return (
    <EmptyState
      icon={Inbox}
      title={t("approvals.nothing")}
      action={
        can(fields.update) && (
          <Link to={path("/fields")} className={`${textLinkClass} text-13`}>
            {t("approvals.chooseFields")}
          </Link>
        )
      }
      withoutAction={t("approvals.managersChoose")}
    >
      {t("approvals.nothingHint")}
    </EmptyState>
  );
}

interface BulkBarProps {
  selected: readonly BookingRequest[];
  isBusy: boolean;
  onApprove: () => void;
  onReject: () => void;
  onClear: () => void;
}

function BulkBar({ selected, isBusy, onApprove, onReject, onClear }: BulkBarProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  const count = selected.length;
  const unclear = selected.filter(({ isClear }) => !isClear).length;
  const sums = Map.groupBy(selected, ({ currency }) => currency);
  const sum = [...sums]
    .map(([currency, rows]) =>
      money(
        rows.reduce((total, { price }) => total + price, 0),
        currency,
      ),
    )
    .join(" + ");
  return (
    <section
      aria-label={t("approvals.selected", { count })}
      className="sticky bottom-0 z-10 mt-auto flex animate-pop-in flex-wrap items-center gap-2 bg-raised p-3 shadow-pop lg:mr-5 lg:mb-5 lg:ml-auto lg:w-fit lg:min-w-135 lg:rounded-xl lg:py-2 lg:pr-2 lg:pl-4"
    >
      <p className="mr-auto text-13 tnum">
        <span className="font-medium">{t("approvals.selected", { count })}</span> · {sum}
        <span
          className={cx(
            "ml-3 inline-flex items-center gap-1.5 max-sm:hidden [&_svg]:size-4",
            unclear > 0 ? "text-danger" : "text-accent-ink",
          )}
        >
          {unclear > 0 ? <TriangleAlert aria-hidden /> : <Check aria-hidden />}
          {unclear > 0 ? t("approvals.withConflict", { count: unclear }) : t("approvals.noConflicts")}
        </span>
      </p>
      <Button aria-haspopup="dialog" disabled={isBusy} onClick={onReject}>
        {t("approvals.rejectAll")}
      </Button>
      <Button variant={unclear > 0 ? "secondary" : "primary"} pending={isBusy} onClick={onApprove}>
        {t("approvals.approveCount", { count })}
      </Button>
      <Button variant="ghost" size="icon" aria-label={t("approvals.clear")} onClick={onClear}>
        <X aria-hidden />
      </Button>
    </section>
  );
}

function RefusedRequests({ result: { done, refused }, onClose }: { result: DecisionResult; onClose: () => void }) {
  const t = useTranslation();
  const { path } = useScope();
  return (
    <div
      role="alert"
      className="flex items-start gap-3 border-b border-line bg-rose-bg px-4 py-3 text-13 text-rose-fg lg:px-5"
    >
      <TriangleAlert className="mt-px size-4 shrink-0" aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          {done > 0 && `${t("approvals.done", { count: done })} · `}
          {t("approvals.refused", { count: refused.length })}
        </p>
        <ul className="max-h-40 overflow-y-auto">
          {refused.map(({ id, eventId, name, reason }) => (
            <li key={id}>
              <Link to={path(`/events/${eventId}`)} className="font-medium underline">
                {name}
              </Link>
              : {reason}
            </li>
          ))}
        </ul>
      </div>
      <Button variant="ghost" size="icon-sm" aria-label={t("kit.close")} onClick={onClose}>
        <X aria-hidden />
      </Button>
    </div>
  );
}
