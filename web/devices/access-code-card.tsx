/** The access code of a booking (door code) on its page, for who may see it. */
import { useQuery } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";
import { bookings } from "#contract/bookings.ts";
import { type AccessCode, devices } from "#contract/devices.ts";
import { type Event, events } from "#contract/events.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { isTeamMember, useScope, useUser } from "#web/kit/data/scope.ts";
import { useRouteParam } from "#web/kit/data/use-route-param.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Card } from "#web/kit/ui/card.tsx";

/** The hour in which it is shown begins while the page is open. */
const POLL_MS = 60_000;
/** A new booking's code is made by a job. */
const SOON_MS = 2000;

export function EventAccessCode() {
  const scope = useScope();
  const { organizationId } = scope;
  const { id } = useUser();
  const eventId = useRouteParam("eventId");
  const event = useQuery(endpointQuery(events.read, { params: { organizationId, eventId } })).data?.data;
  const mayAsk = event?.customer?.userId === id || (isTeamMember(scope) && scope.can("events.update"));
  const isConfirmed = event?.status === "approved" || event?.status === "completed";
  return (
    <>
      {event?.kind === "event" && isConfirmed && mayAsk && <AccessCodeCard event={event} />}
      <Outlet />
    </>
  );
}

export function BookingAccessCode() {
  const { organizationId } = useScope();
  const eventId = useRouteParam("eventId");
  const booking = useQuery(endpointQuery(bookings.read, { params: { organizationId, eventId } })).data?.data;
  if (booking?.status !== "confirmed" && booking?.status !== "played") return null;
  return <AccessCodeCard event={{ organizationId, id: eventId, timezone: booking.timezone }} />;
}

function AccessCodeCard({ event }: { event: Pick<Event, "organizationId" | "id" | "timezone"> }) {
  const t = useTranslation();
  const params = { organizationId: event.organizationId, eventId: event.id };
  const { data } = useQuery({
    ...endpointQuery(devices.accessCode, { params }, { quiet: true }),
    staleTime: 0,
    refetchInterval: ({ state }) => {
      const found = state.data?.data;
      if (!found || found.state === "none" || found.state === "over") return false;
      return found.state === "shown" && found.code === null ? SOON_MS : POLL_MS;
    },
  });
  const access = data?.data;
  if (!access || access.state === "none") return null;
  return (
    <Card title={t("devices.accessCode")} className={access.state === "shown" ? "order-first" : undefined}>
      <AccessCodeContent access={access} timeZone={event.timezone} />
    </Card>
  );
}

function AccessCodeContent({ access, timeZone }: { access: AccessCode; timeZone: string }) {
  const t = useTranslation();
  const { dateTime } = useDateFormats(timeZone);
  const { state, code, shownFrom, validFrom, validTo, devices: doors } = access;
  const namesOf = (isAccepted: boolean) =>
    doors
      .filter((door) => door.isAccepted === isAccepted)
      .map(({ name }) => name)
      .join(", ");
  const [accepted, missing] = [namesOf(true), namesOf(false)];
  return (
    <div className="grid gap-2 p-4 text-13">
      {code !== null && (
        <p className="text-2xl font-semibold tracking-widest tnum" translate="no">
          {code}
        </p>
      )}
      {state === "shown" && code === null && <p role="status">{t("devices.codeSoon")}</p>}
      {state === "later" && <p>{t("devices.codeLater", { when: dateTime(shownFrom) })}</p>}
      {state === "over" && <p>{t("devices.codeOver")}</p>}
      <p className="text-xs text-ink-2 tnum">
        {t("devices.codeGood", { from: dateTime(validFrom), to: dateTime(validTo) })}
      </p>
      {accepted && <p className="text-xs text-ink-2">{t("devices.acceptedBy", { names: accepted })}</p>}
      {missing && state !== "over" && (
        <p role="note" className="text-xs text-danger">
          {t("devices.notAccepted", { names: missing })}
        </p>
      )}
    </div>
  );
}
