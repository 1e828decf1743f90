/** A row of the list of requests, stacked on phones. */
import { Check, Undo2, X } from "lucide-react";
import type { BookingRequest } from "#contract/approvals.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { CheckBox } from "#web/kit/ui/check-box.tsx";
import { cx } from "#web/kit/ui/cx.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { RequestedPlace, RequestedPrice, RequestedTime, Requester } from "./request-cells.tsx";
import { RequestHints } from "./request-hints.tsx";
import { requesterName } from "./requester-name.ts";

export const rowClass =
  "grid items-center gap-x-3.5 px-4 lg:grid-cols-[1rem_minmax(10rem,1.3fr)_8rem_minmax(7rem,0.9fr)_4.5rem_minmax(9rem,1.1fr)_3.5rem_12.5rem] lg:px-5";

interface RequestRowProps {
  request: BookingRequest;
  now: number;
  isSelected: boolean;
  isBusy: boolean;
  onSelect: (isSelected: boolean) => void;
  onApprove: () => void;
  onReject: () => void;
}

const MINUTE_MS = 60_000;

export function useWaitingTime(): (since: string, now: number) => string {
  const t = useTranslation();
  return (since, now) => {
    const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / MINUTE_MS));
    if (minutes < 60) return t("kit.minutes", { minutes });
    if (minutes < 48 * 60) return t("kit.hours", { hours: Math.floor(minutes / 60) });
    return t("approvals.days", { count: Math.floor(minutes / 1440) });
  };
}

export function RequestRow({ request, now, isSelected, isBusy, onSelect, onApprove, onReject }: RequestRowProps) {
  const t = useTranslation();
  const waited = useWaitingTime();
  const name = requesterName(request);
  return (
    <li
      aria-label={name}
      className={cx(
        rowClass,
        "min-h-15 border-b border-line py-2.5 transition-colors max-lg:grid-cols-[1.25rem_1fr_auto] max-lg:gap-y-2 max-lg:py-3",
        isSelected && "bg-accent-soft/55",
        isBusy && "opacity-60",
      )}
    >
      <CheckBox
        label={<span className="sr-only">{t("approvals.select", { name })}</span>}
        checked={isSelected}
        onChange={onSelect}
        className="py-0! pointer-coarse:py-3!"
      />
      <Requester request={request} />
      <RequestedTime request={request} now={now} />
      <RequestedPlace request={request} />
      <RequestedPrice request={request} />
      <span className="min-w-0 max-lg:col-span-2 max-lg:col-start-2">
        <RequestHints request={request} now={now} />
      </span>
      <span className="text-right text-xs text-ink-3 tnum max-lg:hidden">{waited(request.created_at, now)}</span>
      <div className="flex justify-end gap-1.5 max-lg:col-span-2 max-lg:col-start-2 max-lg:*:h-10 max-lg:*:flex-1">
        <Button size="sm" aria-haspopup="dialog" disabled={isBusy} onClick={onReject}>
          <X aria-hidden />
          {t("approvals.reject")}
        </Button>
        <Button
          size="sm"
          variant={request.isClear && !isSelected ? "primary" : "secondary"}
          pending={isBusy}
          onClick={onApprove}
        >
          {!isBusy && <Check aria-hidden />}
          {t("approvals.approve")}
        </Button>
      </div>
    </li>
  );
}

const answers = {
  approve: { tone: "lime", icon: <Check aria-hidden />, label: "approvals.approved" },
  reject: { tone: "rose", icon: <X aria-hidden />, label: "approvals.rejected" },
  gone: { tone: "gray", icon: undefined, label: "approvals.gone" },
} as const;

interface SettledRowProps extends Pick<RequestRowProps, "request" | "now" | "isBusy"> {
  answer: keyof typeof answers;
  onUndo: (() => void) | undefined;
}

/** A request that no longer waits, in the place where it waited. */
export function SettledRow({ request, answer, now, isBusy, onUndo }: SettledRowProps) {
  const t = useTranslation();
  const { tone, icon, label } = answers[answer];
  return (
    <li
      aria-label={requesterName(request)}
      className={cx(
        rowClass,
        "min-h-15 border-b border-line bg-sunken py-2.5 max-lg:grid-cols-[1.25rem_1fr_auto] max-lg:gap-y-2 max-lg:py-3",
      )}
    >
      <span aria-hidden />
      <Requester request={request} />
      <RequestedTime request={request} now={now} />
      <RequestedPlace request={request} />
      <RequestedPrice request={request} />
      <span className="grid min-w-0 items-center justify-items-start max-lg:col-span-2 max-lg:col-start-2 *:[grid-area:1/1]">
        {/* The row keeps its height, so that none moves under the pointer. */}
        <span className="invisible">
          <RequestHints request={request} now={now} />
        </span>
        <Badge tone={tone} icon={icon}>
          {t(label)}
        </Badge>
      </span>
      <span className="max-lg:hidden" />
      <div className="flex justify-end gap-1.5 max-lg:col-span-2 max-lg:col-start-2 max-lg:*:h-10 max-lg:*:flex-1">
        {onUndo && (
          <Button size="sm" pending={isBusy} onClick={onUndo}>
            {!isBusy && <Undo2 aria-hidden />}
            {t("kit.undo")}
          </Button>
        )}
        {/* A second click on "Approve" hits nothing, nor does one on "Undo" approve. */}
        <Button size="sm" disabled className="invisible">
          <Check aria-hidden />
          {t("approvals.approve")}
        </Button>
      </div>
    </li>
  );
}
