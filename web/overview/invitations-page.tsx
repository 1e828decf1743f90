import { useQuery } from "@tanstack/react-query";
import { Mail } from "lucide-react";
import { useState } from "react";
import { type Invitation, members } from "#contract/members.ts";
import { read } from "#web/kit/api.ts";
import { Card } from "#web/kit/card.tsx";
import { EmptyState } from "#web/kit/empty-state.tsx";
import { FailedState } from "#web/kit/listing.tsx";
import { Page } from "#web/kit/page.tsx";
import { Skeleton } from "#web/kit/skeleton.tsx";
import { useWords } from "#web/kit/words.ts";
import { AcceptedRow, InvitationRow } from "./invitations.tsx";

/** One's open invitations, and those accepted since the page was opened. */
export function InvitationsPage() {
  const t = useWords();
  const [accepted, setAccepted] = useState<Invitation[]>([]);
  const { data, error, refetch } = useQuery({
    ...read(members.invitations, undefined),
    // Somebody may have invited one a moment ago.
    staleTime: 0,
  });
  const open = data?.data.filter(({ id }) => accepted.every((one) => one.id !== id));
  return (
    <Page title={t("overview.invitations")}>
      <Card>
        {error ? (
          <FailedState error={error} onRetry={refetch} />
        ) : open?.length === 0 && accepted.length === 0 ? (
          <EmptyState icon={Mail} title={t("overview.noInvitations")}>
            {t("overview.noInvitationsHint")}
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line" aria-busy={!open} aria-label={t("overview.invitations")}>
            {accepted.map((invitation) => (
              <AcceptedRow key={invitation.id} invitation={invitation} />
            ))}
            {open?.map((invitation) => (
              <InvitationRow
                key={invitation.id}
                invitation={invitation}
                onAccepted={() => setAccepted((before) => [...before, invitation])}
              />
            )) ?? (
              <li className="flex items-center gap-3 px-4 py-3">
                <Skeleton className="size-9 rounded-lg" />
                <Skeleton className="h-4 w-48" />
              </li>
            )}
          </ul>
        )}
      </Card>
    </Page>
  );
}
