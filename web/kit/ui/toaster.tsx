/** Each toast leaves after its duration, by its button, or swiped 50 px to the right; F8 focuses them. */
import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import type { CSSProperties } from "react";
import * as Toast from "radix-ui/toast";
import { cx } from "./cx.ts";
import { keepForLayers } from "./escape.ts";
import { dismissToast, type ToastItem } from "./toast-store.ts";
import { useClearance } from "./use-clearance.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

const icons = { success: CircleCheck, error: CircleAlert, neutral: Info };
const iconColours = { success: "text-accent-ink", error: "text-danger", neutral: "text-ink-3" };

export default function Toaster({ toasts }: { toasts: readonly ToastItem[] }) {
  const t = useTranslation();
  const clearance = useClearance(toasts.length > 0);
  return (
    <Toast.Provider swipeDirection="right" swipeThreshold={50} label={t("kit.notifications", { hotkey: "F8" })}>
      {toasts.map((item, place) => (
        <ToastCard key={item.id} item={item} place={place} closeLabel={t("kit.dismiss")} />
      ))}
      {/* Over the sidebar; where there is none, at the bottom and above the primary button: nothing that a page does is covered. */}
      <Toast.Viewport
        data-toasts
        hotkey={["F8"]}
        label={t("kit.notifications", { hotkey: "F8" })}
        className="pointer-events-none fixed bottom-(--clearance) left-0 z-60 flex w-full max-w-md flex-col gap-2 p-1.5 pb-[max(0.375rem,env(safe-area-inset-bottom))] outline-none lg:bottom-0 lg:w-60 lg:p-2"
        style={{ "--clearance": `${clearance}px` } as CSSProperties}
      />
    </Toast.Provider>
  );
}

function ToastCard({ item, place, closeLabel }: { item: ToastItem; place: number; closeLabel: string }) {
  const Icon = icons[item.variant];
  return (
    <Toast.Root
      open={item.open}
      duration={item.duration}
      // Radix appends toasts in order of arrival: put the newest first.
      style={{ order: place }}
      onEscapeKeyDown={(event) => {
        const isFocusInToast = event.target instanceof Element && event.target.closest("[data-toasts]");
        if (!isFocusInToast) keepForLayers(event);
      }}
      type={item.variant === "error" ? "foreground" : "background"}
      onOpenChange={(open) => {
        if (!open) dismissToast(item.id);
      }}
      className="pointer-events-auto flex w-full touch-pan-y items-start gap-x-3 rounded-lg bg-raised p-2.5 pr-2 shadow-pop lg:flex-wrap lg:gap-y-1.5 lg:p-3 lg:pr-2 transition-transform data-[state=closed]:animate-toast-out data-[state=open]:animate-toast-in data-[swipe=cancel]:translate-x-0 data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=move]:transition-none"
    >
      <Icon className={cx("mt-0.5 size-4 shrink-0", iconColours[item.variant])} aria-hidden />
      <div className="min-w-0 flex-1 py-px [overflow-wrap:anywhere]">
        {item.title && <Toast.Title className="text-13 font-medium">{item.title}</Toast.Title>}
        <Toast.Description className={cx("text-13", item.title && "text-ink-2")}>{item.description}</Toast.Description>
      </div>
      {item.action && (
        <Toast.Action
          altText={item.action.label}
          onClick={item.action.run}
          className="-my-1 h-7 shrink-0 rounded-md px-2 text-13 font-medium text-accent-ink hover:bg-hover lg:order-1 lg:my-0 lg:ml-5 lg:basis-[calc(100%-1.75rem)] lg:text-left"
        >
          {item.action.label}
        </Toast.Action>
      )}
      <Toast.Close
        aria-label={closeLabel}
        className="-my-1 grid size-7 shrink-0 place-items-center rounded-md text-ink-3 hover:bg-hover hover:text-ink"
      >
        <X className="size-3.5" aria-hidden />
      </Toast.Close>
    </Toast.Root>
  );
}
