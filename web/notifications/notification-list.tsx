/** Notifications below the days on which they came. */
import type { Notification } from "#contract/notifications.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useNow } from "#web/kit/render/use-now.ts";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { localDate } from "#messages/dates.ts";
import { NotificationRow } from "./notification-row.tsx";
import type { useMarks } from "./use-marks.ts";

interface NotificationListProps {
  rows: readonly Notification[];
  /** Puts all days before today under one heading. */
  isShort?: boolean;
  markRead: ReturnType<typeof useMarks>["markRead"];
  onOpen?: () => void;
}

export function NotificationList({ rows, isShort = false, markRead, onOpen }: NotificationListProps) {
  const t = useTranslation();
  const now = useNow();
  const { longDay } = useDateFormats();
  const today = localDate(new Date(now));
  const groups = Map.groupBy(rows, ({ at }) => {
    const date = localDate(at);
    return isShort && date !== today ? "" : date;
  });
  // Below the panel's own heading.
  const Heading = isShort ? "h3" : "h2";
  return [...groups].map(([date, ofDay]) => (
    <section key={date}>
      <Heading className="border-y border-line bg-sunken px-4 py-1.5 text-xs font-medium text-ink-2 first-letter:uppercase">
        {date === today
          ? t("notifications.today")
          : date === ""
            ? t("notifications.earlier")
            : longDay(ofDay[0]?.at ?? date)}
      </Heading>
      <ul className="divide-y divide-line">
        {ofDay.map((notification) => (
          <NotificationRow
            key={notification.id}
            {...{ notification, now }}
            isUnderDay={date !== ""}
            onRead={() => markRead(notification.id)}
            {...(onOpen && { onOpen })}
          />
        ))}
      </ul>
    </section>
  ));
}

export const PendingNotifications = () => (
  <ul aria-busy className="divide-y divide-line">
    {Array.from({ length: 5 }, (_, index) => (
      <li key={index} aria-hidden className="flex gap-3 px-4 py-3">
        <Skeleton className="size-8 rounded-lg" />
        <span className="grid flex-1 content-center gap-2">
          <Skeleton className="h-3.5 w-56 max-w-full" />
          <Skeleton className="h-3 w-40 max-w-full" />
        </span>
      </li>
    ))}
  </ul>
);
