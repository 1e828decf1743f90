/** Players of a booking, on its page for the team. */
import { useQuery } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";
import { events } from "#contract/events.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { isTeamMember, useScope } from "#web/kit/data/scope.ts";
import { useRouteParam } from "#web/kit/data/use-route-param.ts";
import { PlayersCard } from "./players-card.tsx";

export function EventPlayers() {
  const scope = useScope();
  const { organizationId } = scope;
  const eventId = useRouteParam("eventId");
  const event = useQuery(endpointQuery(events.read, { params: { organizationId, eventId } })).data?.data;
  return (
    <>
      {event?.kind === "event" && isTeamMember(scope) && (
        <PlayersCard organizationId={event.organizationId} eventId={event.id} />
      )}
      <Outlet />
    </>
  );
}
