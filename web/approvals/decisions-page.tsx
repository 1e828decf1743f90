/** Requests that the team has decided lately: by whom, when and why. */
import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { Check, History, X } from "lucide-react";
import { activity } from "#contract/activity.ts";
import { answers, approvals, DECIDED_DAYS, type DecidedRequest } from "#contract/approvals.ts";
import { statusLabels } from "#web/events/labels.ts";
import { FacilityFilter } from "#web/events/place-filters.tsx";
import { RestoreButton } from "#web/events/restore-button.tsx";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useLiveRefresh } from "#web/kit/data/use-live-refresh.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ListFilters, SelectFilter } from "#web/kit/list/list-filters.tsx";
import { ErrorState, keepPreviousRows } from "#web/kit/list/list-layout.tsx";
import { useListSearch } from "#web/kit/list/list-search.ts";
import { SearchBox } from "#web/kit/list/search-box.tsx";
import { useNow } from "#web/kit/render/use-now.ts";
import { useOrganizationTimezone } from "#web/organizations/use-organization.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { cx } from "#web/kit/ui/cx.ts";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { RequestedPlace, RequestedPrice, RequestedTime, Requester } from "./request-cells.tsx";
import { RequestList } from "./request-list.tsx";
import { requesterName } from "./requester-name.ts";
import { ApprovalsViewSwitch } from "./view-switch.tsx";

const ROWS_PER_PAGE = 50;
const CLOCK_MS = 60_000;
const answerLabels = { approve: "approvals.approved", reject: "approvals.rejected" } as const;

const rowClass =
  "grid items-center gap-x-3.5 px-4 lg:grid-cols-[minmax(10rem,1.3fr)_8rem_minmax(7rem,0.9fr)_4.5rem_minmax(10rem,1.5fr)_minmax(8rem,1fr)] lg:px-5";

export function DecisionsPage() {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const now = useNow(CLOCK_MS);
  const { q, page } = useListSearch();
  const { facilityId, answer } = useSearch({
    strict: false,
    select: (search: { facilityId?: string; answer?: DecidedRequest["answer"] }) => ({
      facilityId: search.facilityId,
      answer: search.answer,
    }),
  });
  const request = { params: { organizationId }, query: { q, page, per_page: ROWS_PER_PAGE, facilityId, answer } };
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    ...endpointQuery(approvals.decided, request),
    placeholderData: keepPreviousRows(request),
  });
  useLiveRefresh(activity.live, organizationId, { events: ["approvals"], customers: ["approvals"] });
  const rows = data?.data;
  const isNarrowed = q !== "" || facilityId !== undefined || answer !== undefined;
  return (
    <Page wide title={t("approvals.decidedTitle")} actions={<ApprovalsViewSwitch value="decided" />}>
      <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-3 lg:px-5">
        <div className="flex flex-wrap items-center gap-2 max-sm:w-full">
          <SearchBox q={q} label={t("approvals.search")} />
          <ListFilters>
            <FacilityFilter className="min-w-36 sm:w-44" value={facilityId} />
            <SelectFilter
              name="answer"
              label={t("approvals.decision")}
              all={t("approvals.anyDecision")}
              value={answer}
              options={answers.map((value) => ({ value, label: t(answerLabels[value]) }))}
            />
          </ListFilters>
        </div>
        <p className="text-13 text-ink-3 max-sm:hidden">{t("approvals.lastDays", { count: DECIDED_DAYS })}</p>
      </div>
      {error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : rows?.length === 0 ? (
        isNarrowed ? (
          <EmptyState title={t("kit.noResults")}>{t("kit.noResultsHint")}</EmptyState>
        ) : (
          <EmptyState
            icon={History}
            title={t("approvals.nothingDecided")}
            action={
              <Link to={path("/approvals")} className={buttonClass()}>
                {t("approvals.title")}
              </Link>
            }
          >
            {t("approvals.nothingDecidedHint", { count: DECIDED_DAYS })}
          </EmptyState>
        )
      ) : (
        <RequestList
          label={t("approvals.decidedTitle")}
          rowClass={rowClass}
          header={
            <>
              <span>{t("approvals.requester")}</span>
              <span>{t("approvals.when")}</span>
              <span>{t("approvals.where")}</span>
              <span className="text-right">{t("events.price")}</span>
              <span>{t("approvals.decision")}</span>
              <span>{t("approvals.decidedBy")}</span>
            </>
          }
          {...{ isPending, isPlaceholderData }}
          meta={data?.meta}
        >
          {rows?.map((row) => (
            <DecidedRow key={`${row.id} ${row.decidedAt}`} request={row} now={now} />
          ))}
        </RequestList>
      )}
    </Page>
  );
}

function DecidedRow({ request, now }: { request: DecidedRequest; now: number }) {
  const t = useTranslation();
  const { zonedDateTime } = useDateFormats(useOrganizationTimezone());
  const { answer, reason, status, decidedBy, decidedAt } = request;
  const isApproval = answer === "approve";
  const [eventId, ...others] = request.eventIds;
  return (
    <li
      aria-label={requesterName(request)}
      className={cx(
        rowClass,
        "min-h-15 border-b border-line py-2.5 max-lg:grid-cols-[0_1fr_auto] max-lg:gap-x-0 max-lg:gap-y-2 max-lg:py-3",
      )}
    >
      <div className="min-w-0 max-lg:col-span-2">
        <Requester request={request} />
      </div>
      <RequestedTime request={request} now={now} />
      <RequestedPlace request={request} />
      <RequestedPrice request={request} />
      <div className="grid min-w-0 justify-items-start gap-1 max-lg:col-span-2 max-lg:col-start-2">
        <span className="flex flex-wrap gap-1">
          <Badge tone={isApproval ? "lime" : "rose"} icon={isApproval ? <Check aria-hidden /> : <X aria-hidden />}>
            {t(answerLabels[answer])}
          </Badge>
          {status === "canceled" && <Badge>{t(statusLabels.canceled)}</Badge>}
        </span>
        {reason && <span className="text-xs text-ink-2 [overflow-wrap:anywhere]">{reason}</span>}
        {/* The dates of a series are restored on its page. */}
        {status === "rejected" && eventId !== undefined && others.length === 0 && (
          <RestoreButton
            eventId={eventId}
            startTime={request.startTime}
            label={t("approvals.restoreThat", { name: requesterName(request) })}
          />
        )}
      </div>
      <div className="grid min-w-0 leading-4.5 max-lg:col-span-2 max-lg:col-start-2">
        <span className="text-13 [overflow-wrap:anywhere]">{decidedBy?.full_name ?? t("approvals.formerAccount")}</span>
        <span className="text-xs text-ink-3 tnum">{zonedDateTime(decidedAt)}</span>
      </div>
    </li>
  );
}
