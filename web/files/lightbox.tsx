/** Photos in full size (lightbox, carousel). */
import { ChevronLeft, ChevronRight, X } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import type { Photo } from "#contract/files.ts";
import { cx } from "#web/kit/ui/cx.ts";
import { htmlAttributeRef } from "#web/kit/ui/html-attribute-ref.ts";
import { Picture } from "#web/kit/ui/photo.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";

const coverPageRef = htmlAttributeRef("data-covered");

const MIN_SWIPE_PX = 48;
const lightboxButtonClass =
  "grid size-11 place-items-center rounded-full bg-black/55 text-white transition-colors hover:bg-black/80 focus-visible:outline-white";

interface LightboxProps {
  name: string;
  photos: readonly Photo[];
  /** Id of the first photo to show. */
  first: string;
  onClose: () => void;
}

export default function Lightbox({ name, photos, first, onClose }: LightboxProps) {
  const t = useTranslation();
  const count = photos.length;
  const [index, setIndex] = useState(() =>
    Math.max(
      0,
      photos.findIndex(({ id }) => id === first),
    ),
  );
  const dialog = useRef<HTMLDialogElement>(null);
  const touched = useRef<{ x: number; y: number }>(undefined);

  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    const uncover = coverPageRef();
    return () => {
      uncover();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);

  const at = (place: number) => (place + count) % count;
  const go = (by: number) => setIndex((now) => at(now + by));
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by !== undefined) {
      event.preventDefault();
      go(by);
    }
    if (event.key === "Tab") trapFocus(event);
  };
  const onPointerUp = ({ clientX, clientY }: PointerEvent) => {
    const from = touched.current;
    touched.current = undefined;
    if (!from) return;
    const dx = clientX - from.x;
    if (Math.abs(dx) > MIN_SWIPE_PX && Math.abs(dx) > Math.abs(clientY - from.y)) go(dx < 0 ? 1 : -1);
  };
  const photo = photos[at(index)];
  if (!photo) return null;
  const neighbours = [photos[at(index + 1)], photos[at(index - 1)]].filter(
    (other, place, both) => other !== undefined && other !== photo && both.indexOf(other) === place,
  );
  const position = at(index) + 1;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys and swipes are shortcuts for the buttons
    <dialog
      ref={dialog}
      aria-label={t("files.viewer", { name })}
      onClose={onClose}
      onKeyDown={onKeyDown}
      onPointerDown={({ pointerType, clientX, clientY }) => {
        if (pointerType === "touch") touched.current = { x: clientX, y: clientY };
      }}
      onPointerUp={onPointerUp}
      onPointerCancel={() => (touched.current = undefined)}
      className="fixed inset-0 m-0 size-full max-h-none max-w-none touch-pinch-zoom animate-fade-in overflow-hidden bg-[oklch(0.14_0.008_165)] text-white outline-none backdrop:bg-transparent"
    >
      <Picture
        key={photo.id}
        image={photo}
        alt={t("files.photoOf", { name, position, count })}
        sizes="100vw"
        eager
        className="absolute inset-0 size-full animate-fade-in object-contain select-none"
      />
      <div className="pointer-events-none absolute inset-x-0 top-0 flex items-center justify-between p-3 [&>*]:pointer-events-auto">
        <p role="status" className={cx("rounded-full bg-black/55 px-3 py-1.5 text-13 tnum", count < 2 && "invisible")}>
          <span aria-hidden>
            {position} / {count}
          </span>
          <span className="sr-only">{t("files.photoOf", { name, position, count })}</span>
        </p>
        <button
          type="button"
          aria-label={t("kit.close")}
          onClick={() => dialog.current?.close()}
          className={lightboxButtonClass}
        >
          <X className="size-5" aria-hidden />
        </button>
      </div>
      {count > 1 && (
        <>
          <button
            type="button"
            aria-label={t("files.previous")}
            onClick={() => go(-1)}
            className={cx(lightboxButtonClass, "absolute top-1/2 left-3 -translate-y-1/2")}
          >
            <ChevronLeft className="size-6" aria-hidden />
          </button>
          <button
            type="button"
            aria-label={t("files.next")}
            onClick={() => go(1)}
            className={cx(lightboxButtonClass, "absolute top-1/2 right-3 -translate-y-1/2")}
          >
            <ChevronRight className="size-6" aria-hidden />
          </button>
        </>
      )}
      <div hidden>
        {neighbours.map((other) => other && <Picture key={other.id} image={other} alt="" sizes="100vw" eager />)}
      </div>
    </dialog>
  );
}

/** Tab moves from the last button to the first and back; the browser would leave the page. */
function trapFocus(event: KeyboardEvent): void {
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  const edge = event.shiftKey ? buttons[0] : buttons.at(-1);
  if (document.activeElement !== edge && document.activeElement !== event.currentTarget) return;
  event.preventDefault();
  (event.shiftKey ? buttons.at(-1) : buttons[0])?.focus();
}
