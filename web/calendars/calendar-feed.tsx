/** A calendar feed (iCalendar): whether it exists, its address to copy while new, renewal and revocation. */
import { useState } from "react";
import type { Calendar } from "#contract/calendars.ts";
import { Button, buttonClass } from "#web/kit/ui/button.tsx";
import { ConfirmButton } from "#web/kit/ui/confirm-dialog.tsx";
import { CopyField } from "#web/kit/ui/copy-field.tsx";
import { DateTime } from "#web/kit/ui/date-time.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";

interface CalendarFeedProps {
  feed: Calendar | undefined;
  /** Resolves to the new address, which is shown once. */
  onRenew: () => Promise<string>;
  onRevoke: () => Promise<unknown>;
  contentText: string;
  withMaker?: boolean;
}

export function CalendarFeed({ feed, onRenew, onRevoke, contentText: shows, withMaker = false }: CalendarFeedProps) {
  const t = useTranslation();
  const [url, setUrl] = useState<string>();
  const [pending, setPending] = useState(false);
  if (!feed) return <Skeleton className="h-20 w-full" />;
  const end = async () => {
    setUrl(undefined);
    await onRevoke();
  };
  const begin = () => {
    setPending(true);
    // A toast shows the error.
    onRenew()
      .then(setUrl, () => {})
      .finally(() => setPending(false));
  };
  return (
    <div className="grid gap-4">
      {url && <FeedAddress url={url} shows={shows} />}
      {!url && feed.isActive && (
        <dl className="grid gap-1 text-13">
          <div className="flex justify-between gap-4">
            <dt className="text-ink-3">{t("calendars.since")}</dt>
            <dd>{feed.created_at && <DateTime at={feed.created_at} />}</dd>
          </div>
          {withMaker && (
            <div className="flex justify-between gap-4">
              <dt className="text-ink-3">{t("calendars.maker")}</dt>
              <dd>{feed.maker}</dd>
            </div>
          )}
          <div className="flex justify-between gap-4">
            <dt className="text-ink-3">{t("calendars.lastRead")}</dt>
            <dd>{feed.lastReadAt ? <DateTime at={feed.lastReadAt} /> : t("calendars.never")}</dd>
          </div>
        </dl>
      )}
      {!url && feed.isActive && <p className="text-13 text-ink-3">{t("calendars.renewHint")}</p>}
      <div className="flex flex-wrap gap-2 in-[[role=dialog]]:justify-end">
        {feed.isActive && (
          <ConfirmButton
            label={t("calendars.revoke")}
            title={t("calendars.revokeTitle")}
            confirm={t("calendars.revoke")}
            onConfirm={end}
          >
            {t("calendars.revokeText")}
          </ConfirmButton>
        )}
        {!url && (
          <Button variant={feed.isActive ? "secondary" : "primary"} pending={pending} onClick={begin}>
            {t(feed.isActive ? "calendars.renew" : "calendars.create")}
          </Button>
        )}
      </div>
    </div>
  );
}

function FeedAddress({ url, shows }: { url: string; shows: string }) {
  const t = useTranslation();
  // Calendar programs subscribe to this scheme instead of importing once.
  const webcal = url.replace(/^https?:/, "webcal:");
  return (
    <CopyField
      variant="primary"
      label={t("calendars.address")}
      value={url}
      hint={`${t("calendars.once")} ${shows}`}
      copy={t("calendars.copy")}
      copied={t("calendars.copied")}
    >
      <a href={webcal} className={buttonClass()}>
        {t("calendars.open")}
      </a>
    </CopyField>
  );
}
