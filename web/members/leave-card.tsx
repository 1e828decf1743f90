/** One's role in an organization, and leaving it: what stands against it comes first, each with its link. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { type Leaving, members } from "#contract/members.ts";
import { organizations } from "#contract/organizations.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { forgetScope, membershipQuery, useScope } from "#web/kit/data/scope.ts";
import { noonOf, useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { Dialog, preloadDialog } from "#web/kit/ui/dialog.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { roleName } from "./member-badges.tsx";

export function LeaveCard() {
  const t = useTranslation();
  const { membership } = useScope();
  const [isAsking, setAsking] = useState(false);
  if (!membership || membership.roles.length === 0) return null;
  const organization = membership.name;
  return (
    <Card padded title={t("members.youHere")}>
      <dl className="grid gap-0.5 text-13">
        <dt className="text-ink-3">{t("members.yourRole")}</dt>
        <dd>{membership.roles.map((role) => roleName(t, role)).join(", ")}</dd>
      </dl>
      <Button
        className="mt-4 w-full"
        aria-haspopup="dialog"
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
        onClick={() => setAsking(true)}
      >
        <span className="truncate">{t("members.leave", { organization })}</span>
      </Button>
      <Dialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t("members.leaveTitle", { organization })}
        size="question"
        role="alertdialog"
      >
        <LeaveQuestion organizationId={membership.id} onClose={() => setAsking(false)} />
      </Dialog>
    </Card>
  );
}

interface LeaveQuestionProps {
  organizationId: string;
  onClose: () => void;
}

function LeaveQuestion({ organizationId, onClose }: LeaveQuestionProps) {
  const t = useTranslation();
  const { date } = useDateFormats();
  const params = { organizationId };
  const { data, error, refetch } = useQuery({ ...endpointQuery(members.readLeaving, { params }), staleTime: 0 });
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-24 w-full" />;
  // Administrators of the platform are no members, and are not shown the card.
  const { obstacles, kept, subscriptions } = data.data ?? { obstacles: [], kept: [], subscriptions: [] };
  return (
    <div className="grid gap-4 text-13 text-ink-2">
      {obstacles.length > 0 ? (
        <Obstacles obstacles={obstacles} onNavigate={onClose} />
      ) : (
        <div className="grid gap-2">
          <p>{t("members.leaveText")}</p>
          {subscriptions.map(({ name, endsOn }) => (
            <p key={`${name} ${endsOn}`} className="font-medium text-ink">
              {t("members.leaveKeptSubscription", { name, date: date(noonOf(endsOn)) })}
            </p>
          ))}
          {kept.includes("pack") && <p>{t("members.leaveKeptPack")}</p>}
          {kept.includes("balance") && <p>{t("members.leaveKeptBalance")}</p>}
        </div>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button data-autofocus onClick={onClose}>
          {t(obstacles.length > 0 ? "kit.close" : "members.stay")}
        </Button>
        {obstacles.length === 0 && <LeaveButton organizationId={organizationId} onRefused={refetch} />}
      </div>
    </div>
  );
}

function LeaveButton({ organizationId, onRefused }: { organizationId: string; onRefused: () => unknown }) {
  const t = useTranslation();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const leave = useMutation({ ...endpointMutation(members.leave), onError: onRefused });
  const run = async () => {
    await leave.mutateAsync({ params: { organizationId } });
    forgetScope();
    void cache.invalidateQueries({ queryKey: [organizations.list.name] });
    void cache.invalidateQueries({ queryKey: [members.mine.name] });
    // The next page picks another organization from this list.
    await cache.invalidateQueries({ queryKey: [organizations.search.name], refetchType: "all" });
    await navigate({ to: "/overview" });
    cache.removeQueries(membershipQuery(organizationId));
  };
  return (
    <Button variant="danger" pending={leave.isPending} onClick={() => void run().catch(() => {})}>
      {t("members.leaveNow")}
    </Button>
  );
}

interface ObstaclesProps {
  obstacles: Leaving["obstacles"];
  onNavigate: () => void;
}

function Obstacles({ obstacles, onNavigate }: ObstaclesProps) {
  const t = useTranslation();
  const { path } = useScope();
  const { dateTime } = useDateFormats();
  const describe = ({ kind, event }: Leaving["obstacles"][number]): { label: string; href?: string } => {
    if (kind === "team") return { label: t("members.leaveTeam") };
    if (kind === "subscription") return { label: t("members.leaveSubscription"), href: "/my-payments" };
    if (!event) return { label: t("members.leaveSale"), href: "/my-payments" };
    const booking = { name: event.name, at: dateTime(event.startTime) };
    return {
      label: t(kind === "booking" ? "members.leaveBooking" : "members.leaveDebt", booking),
      href: path(`/bookings/${event.id}`),
    };
  };
  return (
    <div className="grid gap-2">
      <p>{t("members.leaveObstacles")}</p>
      <ul className="grid list-disc gap-1.5 ps-5">
        {obstacles.map((obstacle) => {
          const { label, href } = describe(obstacle);
          return (
            <li key={`${obstacle.kind} ${obstacle.event?.id ?? ""}`} className="[overflow-wrap:anywhere]">
              {href ? (
                <Link to={href} className={textLinkClass} onClick={onNavigate}>
                  {label}
                </Link>
              ) : (
                label
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
