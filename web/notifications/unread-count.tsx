/** Number of unread notifications on the bell, kept live. */
import { activity } from "#contract/activity.ts";
import { MAX_COUNTED_UNREAD } from "#contract/notifications.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useLiveRefresh } from "#web/kit/data/use-live-refresh.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useMediaQuery } from "#web/kit/render/use-media-query.ts";
import { useNotificationCount } from "./use-notification-count.ts";

const MAX_SHOWN = 99;

/** The visible one of the two bells counts. */
export function UnreadCount({ isInHeader }: { isInHeader: boolean }) {
  return useMediaQuery("(width < 64rem)") === isInHeader && <LiveCount />;
}

/** It stands in the corner of what is around it. */
export function LiveCount() {
  const t = useTranslation();
  const { organizationId } = useScope();
  const count = useNotificationCount();
  useLiveRefresh(activity.live, organizationId, ["notifications"]);
  if (!count) return null;
  const { unread, organizations } = count;
  // Members are told of little: they have a bell while there is something to read.
  if (unread === 0 && organizations.length === 0) return null;
  return (
    <span data-count className="contents">
      {unread > 0 && (
        <>
          <span className="sr-only">
            {t(unread < MAX_COUNTED_UNREAD ? "notifications.unreadCount" : "notifications.manyUnread", {
              count: unread,
            })}
          </span>
          <span
            aria-hidden
            className="absolute -top-0.75 -right-0.75 grid h-4 min-w-4 place-items-center rounded-full bg-danger px-1 text-[0.625rem] font-semibold text-on-danger ring-2 ring-canvas tnum max-lg:top-1 max-lg:right-0.5 max-lg:ring-surface"
          >
            {unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
          </span>
        </>
      )}
    </span>
  );
}
