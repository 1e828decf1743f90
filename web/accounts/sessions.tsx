import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Laptop, Smartphone } from "lucide-react";
import { accounts, type Session } from "#contract/accounts.ts";
import { read, write } from "#web/kit/api.ts";
import { Badge } from "#web/kit/badge.tsx";
import { Card } from "#web/kit/card.tsx";
import { ConfirmButton } from "#web/kit/confirm-dialog.tsx";
import { useDates } from "#web/kit/dates.ts";
import { EmptyState } from "#web/kit/empty-state.tsx";
import { Skeleton } from "#web/kit/skeleton.tsx";
import { useWords } from "#web/kit/words.ts";

const row = "flex min-h-16 items-center gap-3 px-4 py-2.5";

/** Where one is signed in; every place but this one can be signed out. */
export function Sessions() {
  const t = useWords();
  const { data, isPending } = useQuery(read(accounts.sessions, undefined));
  if (!isPending && !data) {
    return (
      <Card>
        <EmptyState title={t("kit.noResults")} />
      </Card>
    );
  }
  return (
    <Card>
      <ul className="divide-y divide-line" aria-busy={isPending} aria-label={t("accounts.sessions")}>
        {data ? data.data.map((session) => <SessionRow key={session.id} session={session} />) : <PendingRow />}
      </ul>
    </Card>
  );
}

const PendingRow = () => (
  <li className={row}>
    <Skeleton className="size-9 rounded-lg" />
    <span className="grid gap-1.5">
      <Skeleton className="h-3.5 w-40" />
      <Skeleton className="h-3 w-28" />
    </span>
  </li>
);

function SessionRow({ session }: { session: Session }) {
  const t = useWords();
  const dates = useDates();
  const cache = useQueryClient();
  const end = useMutation({
    ...write(accounts.endSession),
    onSuccess: () => cache.invalidateQueries({ queryKey: [accounts.sessions.name] }),
  });
  const Icon = /android|iphone|ios\b|mobile/i.test(session.device) ? Smartphone : Laptop;
  return (
    <li className={row}>
      <span className="grid size-9 shrink-0 place-items-center rounded-lg border border-line bg-sunken text-ink-3">
        <Icon className="size-4" aria-hidden />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="text-13 font-medium">{session.device}</span>
          {session.current && <Badge tone="lime">{t("accounts.thisDevice")}</Badge>}
        </span>
        <span className="block text-xs text-ink-3 tnum [overflow-wrap:anywhere]">
          {session.address ?? t("accounts.addressUnknown")} · {t("accounts.lastUsed", { at: dates.dateTime(session.last_used_at) })}
        </span>
      </span>
      {!session.current && (
        <ConfirmButton
          label={t("accounts.endSession")}
          aria-label={t("accounts.endSessionOf", { device: session.device })}
          title={t("accounts.endSessionTitle", { device: session.device })}
          confirm={t("accounts.endSession")}
          onConfirm={() => end.mutateAsync({ params: { sessionId: session.id } })}
        >
          {t("accounts.endSessionText")}
        </ConfirmButton>
      )}
    </li>
  );
}
