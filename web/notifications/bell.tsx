/** The bell of the shell, in the sidebar on wide screens and in the header on others. Its panel is loaded on first use. */
import { Bell } from "lucide-react";
import { useEffect, useState } from "react";
import { isTeamMember, useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { loadWithToast } from "#web/kit/render/load-with-toast.ts";
import { cx } from "#web/kit/ui/cx.ts";

async function loadParts() {
  const [{ NotificationsPanel }, { UnreadCount }] = await Promise.all([
    import("./notifications-panel.tsx"),
    import("./unread-count.tsx"),
  ]);
  return { NotificationsPanel, UnreadCount };
}
type Parts = Awaited<ReturnType<typeof loadParts>>;
/** After the page's own requests, which nothing may delay. In milliseconds. */
const COUNT_DELAY_MS = 2000;

export function NotificationsBell({ isInHeader = false }: { isInHeader?: boolean }) {
  const t = useTranslation();
  const scope = useScope();
  const [parts, setParts] = useState<Parts>();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    // If the count fails to load, the bell works without it.
    const timer = setTimeout(() => void loadParts().then(setParts, () => {}), COUNT_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => void loadWithToast(async () => setParts(await loadParts())).then(setOpen)}
        // The team of another organization than this one has a bell once that is known.
        className={cx(
          "relative size-8 shrink-0 place-items-center rounded-md text-ink-2 hover:bg-hover hover:text-ink max-lg:size-10 *:[svg]:size-4 max-lg:*:[svg]:size-5",
          isTeamMember(scope) && !scope.isPlatform ? "grid" : "hidden has-data-count:grid",
        )}
      >
        <Bell aria-hidden />
        <span className="sr-only">{t("notifications.title")}</span>
        {parts && <parts.UnreadCount isInHeader={isInHeader} />}
      </button>
      {parts && isOpen && <parts.NotificationsPanel onClose={() => setOpen(false)} />}
    </>
  );
}
