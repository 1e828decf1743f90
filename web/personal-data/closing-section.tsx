/** Closing one's account: first what stands against it, with links, then the password, or a passkey. */
import { useQuery } from "@tanstack/react-query";
import { Link, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { type AccountClosing, type ClosingObstacle, personalData } from "#contract/personal-data-endpoints.ts";
import { call, endpointQuery } from "#web/kit/data/api.ts";
import { queryClient } from "#web/kit/data/query-client.ts";
import { scopePath, userQuery } from "#web/kit/data/scope.ts";
import { FormSection } from "#web/kit/form/form-section.tsx";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { ConfirmationForm } from "#web/second-factors/confirmation-form.tsx";
import { useHasPasskey } from "#web/second-factors/use-has-passkey.ts";

export function ClosingSection() {
  const t = useTranslation();
  const { data, error, refetch } = useQuery({ ...endpointQuery(personalData.readClosing, undefined), staleTime: 0 });
  return (
    <FormSection title={t("personal-data.closingTitle")} hint={t("personal-data.closingHint")}>
      {error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : !data ? (
        <Skeleton className="h-28 w-full" />
      ) : (
        <Card padded>
          {data.data.obstacles.length > 0 ? <Obstacles {...data.data} /> : <ClosingForm {...data.data} />}
        </Card>
      )}
    </FormSection>
  );
}

function Obstacles({ obstacles }: AccountClosing) {
  const t = useTranslation();
  return (
    <div className="grid gap-3">
      <p className="text-13">{t("personal-data.closingObstacles")}</p>
      <ul className="grid gap-2">
        {obstacles.map((obstacle) => (
          <li key={`${obstacle.kind} ${obstacle.event?.id ?? obstacle.organization?.id ?? ""}`}>
            <ObstacleLink {...obstacle} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function ObstacleLink({ kind, organization, event }: ClosingObstacle) {
  const t = useTranslation();
  const { dateTime } = useDateFormats();
  const describe = () => {
    if (!organization) return { label: t("personal-data.obstacleAdministrator"), href: "/users" };
    const within = { organization: organization.name };
    if (kind === "owner")
      return { label: t("personal-data.obstacleOwner", within), href: scopePath(organization.id, "/team-users") };
    if (kind === "pack") return { label: t("personal-data.obstaclePack", within), href: "/my-payments" };
    if (kind === "balance") return { label: t("personal-data.obstacleBalance", within), href: "/my-payments" };
    if (kind === "subscription")
      return { label: t("personal-data.obstacleSubscription", within), href: "/my-payments" };
    if (!event) return { label: t("personal-data.obstacleSale", within), href: "/my-payments" };
    const booking = { ...within, name: event.name, at: dateTime(event.startTime) };
    return {
      label: t(kind === "booking" ? "personal-data.obstacleBooking" : "personal-data.obstacleDebt", booking),
      href: scopePath(organization.id, `/events/${event.id}`),
    };
  };
  const { label, href } = describe();
  return (
    <Link to={href} className="text-13 font-medium text-accent-ink [overflow-wrap:anywhere] hover:underline">
      {label}
    </Link>
  );
}

function ClosingForm({ memberships }: AccountClosing) {
  const t = useTranslation();
  const router = useRouter();
  const hasPasskey = useHasPasskey();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="grid gap-4">
      <p className="text-13">{t("personal-data.closingStops")}</p>
      {memberships.length > 0 && (
        <ul className="grid list-disc gap-1 ps-5 text-13">
          {memberships.map(({ id, name }) => (
            <li key={id} className="[overflow-wrap:anywhere]">
              {name}
            </li>
          ))}
        </ul>
      )}
      {isOpen ? (
        <ConfirmationForm
          label={t("personal-data.closeButton")}
          cancel={t("personal-data.keepButton")}
          hasPasskey={hasPasskey}
          onCancel={() => setIsOpen(false)}
          onSubmit={async (body) => {
            await call(personalData.close, { body });
            await queryClient.fetchQuery({ ...userQuery(), staleTime: 0 });
            await router.invalidate();
          }}
        />
      ) : (
        <div>
          <Button variant="danger" onClick={() => setIsOpen(true)}>
            {t("personal-data.closeButton")}
          </Button>
        </div>
      )}
    </div>
  );
}
