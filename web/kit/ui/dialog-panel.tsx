/** The panel of a modal dialog (Radix): focus trap, scroll lock, Escape. */
import { X } from "lucide-react";
import * as Radix from "radix-ui/dialog";
import { useRef, useState } from "react";
import { isUnsaved } from "#web/kit/form/form-store.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { cx } from "./cx.ts";
import type { DialogProps } from "./dialog.tsx";
import { keepForFields, useEscapeLayer } from "./escape.ts";
import { focusFirstField } from "./focus-first-field.ts";
import { dimmedPageRef, scrollLockRef } from "./html-attribute-ref.ts";
import { useSwipeDown } from "./use-swipe-down.ts";
import { useReturnFocus } from "./use-return-focus.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

const sizes = { question: "sm:max-w-[26rem]", form: "sm:max-w-[32rem]", large: "sm:max-w-[44rem]" };

export default function DialogPanel({
  open,
  onOpenChange,
  title,
  description,
  footer,
  size = "form",
  role = "dialog",
  closesOnSwipe = false,
  children,
}: DialogProps) {
  const t = useTranslation();
  const { remember, giveBack } = useReturnFocus();
  const panel = useRef<HTMLDivElement>(null);
  const cross = useRef<HTMLButtonElement>(null);
  const [isAsking, setIsAsking] = useState(false);
  /** A form may set fields by itself, which nobody is asked about. */
  const wasTouched = useRef(false);
  const touch = () => {
    wasTouched.current = true;
  };
  const close = () => {
    const forms = panel.current?.querySelectorAll("form") ?? [];
    if (wasTouched.current && [...forms].some(isUnsaved)) setIsAsking(true);
    else onOpenChange(false);
  };
  useEscapeLayer(open, close);
  const swipe = useSwipeDown(close);
  return (
    <Radix.Root open={open} onOpenChange={close}>
      <Radix.Portal>
        {/* Radix's overlay adds a style element, which our CSP refuses; styles.css locks scrolling. */}
        {/* As high as the panel, so that it covers the dialog below. */}
        <div className="fixed inset-0 z-50 animate-fade-in bg-scrim" ref={scrollLockRef} aria-hidden>
          <span ref={dimmedPageRef} hidden />
        </div>
        <Radix.Content
          ref={panel}
          role={role}
          onInput={touch}
          onClick={touch}
          // Segments of dates are no inputs.
          onKeyDown={({ key }) => {
            if (key !== "Escape" && key !== "Tab") touch();
          }}
          aria-modal
          {...(description ? {} : { "aria-describedby": undefined })}
          onOpenAutoFocus={(event) => {
            remember();
            wasTouched.current = false;
            event.preventDefault();
            focusFirstField(event.currentTarget as HTMLElement, cross.current, () => wasTouched.current);
          }}
          onCloseAutoFocus={giveBack}
          onEscapeKeyDown={keepForFields}
          onPointerDownOutside={(event) => {
            // A click on a toast, which lies above the dialog, must not close it.
            if (
              role === "alertdialog" ||
              (event.target as Element).closest("[data-radix-toast-viewport], [role=region]")
            )
              event.preventDefault();
          }}
          className={cx(
            "fixed inset-x-0 bottom-0 z-50 flex max-h-[calc(100dvh-2rem)] animate-pop-in flex-col overflow-hidden rounded-t-2xl bg-raised shadow-pop outline-none sm:inset-0 sm:m-auto sm:h-fit sm:w-[calc(100vw-2rem)] sm:rounded-xl",
            sizes[size],
          )}
        >
          <div
            {...(closesOnSwipe && swipe)}
            className={cx("relative flex items-start gap-4 px-5 pt-5", closesOnSwipe && "touch-none")}
          >
            {closesOnSwipe && (
              <span
                aria-hidden
                className="absolute inset-x-0 top-1.5 mx-auto h-1 w-9 rounded-full bg-line-strong sm:hidden"
              />
            )}
            <div className="min-w-0 flex-1">
              <Radix.Title className="text-base font-semibold [overflow-wrap:anywhere]">{title}</Radix.Title>
              {description && (
                <Radix.Description className="mt-1.5 text-ink-2 [overflow-wrap:anywhere]">
                  {description}
                </Radix.Description>
              )}
            </div>
            <Radix.Close
              ref={cross}
              aria-label={t("kit.close")}
              className="-mt-1 -mr-2 grid size-8 shrink-0 place-items-center rounded-md text-ink-3 hover:bg-hover hover:text-ink pointer-coarse:size-10"
            >
              <X className="size-4" aria-hidden />
            </Radix.Close>
          </div>
          {children && <div className="min-h-0 overflow-y-auto px-5 pt-4 pb-1">{children}</div>}
          <div
            className={cx(
              "flex flex-wrap justify-end gap-2 px-5 pb-[max(1.25rem,env(safe-area-inset-bottom))]",
              footer ? "pt-4" : "-mt-1",
            )}
          >
            {footer}
          </div>
        </Radix.Content>
      </Radix.Portal>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t("kit.discardTitle")}
        confirm={t("kit.discard")}
        cancel={t("kit.stay")}
        onConfirm={() => onOpenChange(false)}
      >
        {t("kit.discardText")}
      </ConfirmDialog>
    </Radix.Root>
  );
}
