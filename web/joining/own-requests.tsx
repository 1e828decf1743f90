/** One's own requests to join, with their answers; an open one can be withdrawn. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import { joining, type OwnJoinRequest } from "#contract/joining.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Badge, type Tone } from "#web/kit/ui/badge.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { ConfirmButton } from "#web/kit/ui/confirm-dialog.tsx";
import { joinStatusLabels } from "./labels.ts";

const tones: Record<OwnJoinRequest["status"], Tone> = {
  open: "amber",
  approved: "lime",
  declined: "rose",
  withdrawn: "gray",
  expired: "gray",
};

export function OwnJoinRequests() {
  const t = useTranslation();
  const { data } = useQuery({ ...endpointQuery(joining.ownRequests, undefined, { quiet: true }), staleTime: 0 });
  if (!data || data.data.length === 0) return null;
  return (
    <Card title={t("joining.requests")}>
      <ul className="divide-y divide-line" aria-label={t("joining.requests")}>
        {data.data.map((request) => (
          <RequestRow key={request.id} request={request} />
        ))}
      </ul>
    </Card>
  );
}

function RequestRow({ request: { id, organization, status, created_at: at, reason } }: { request: OwnJoinRequest }) {
  const t = useTranslation();
  const { date } = useDateFormats();
  const cache = useQueryClient();
  const withdraw = useMutation({
    ...endpointMutation(joining.withdrawRequest),
    onSettled: () => cache.invalidateQueries({ queryKey: [joining.ownRequests.name] }),
  });
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <span className="grid size-9 shrink-0 place-items-center rounded-lg bg-accent-soft text-accent-ink">
        <Inbox className="size-4" aria-hidden />
      </span>
      <span className="min-w-40 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-13">
          <span className="font-medium [overflow-wrap:anywhere]">{organization.name}</span>
          <Badge tone={tones[status]}>{t(joinStatusLabels[status])}</Badge>
        </span>
        <span className="block text-xs text-ink-3 tnum">{t("joining.asked", { date: date(at) })}</span>
        {reason && <span className="block text-13 text-ink-2 [overflow-wrap:anywhere]">{reason}</span>}
      </span>
      {status === "open" && (
        <ConfirmButton
          label={t("joining.withdraw")}
          aria-label={t("joining.withdrawFrom", { name: organization.name })}
          title={t("joining.withdrawTitle", { name: organization.name })}
          confirm={t("joining.withdraw")}
          onConfirm={() => withdraw.mutateAsync({ params: { joinRequestId: id } })}
        >
          {t("joining.withdrawText")}
        </ConfirmButton>
      )}
    </li>
  );
}
