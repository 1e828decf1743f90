/** Chooses photos to upload: by a file input, by drop or by paste. */
import { ImagePlus, X } from "lucide-react";
import { type DragEvent, useEffect, useRef, useState } from "react";
import { Button } from "#web/kit/ui/button.tsx";
import { cx } from "#web/kit/ui/cx.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { findPhotoError } from "./upload-photo.ts";

export const DEFAULT_PHOTO_LIMIT = 5;

interface PhotoPickerProps {
  value: readonly File[];
  onValueChange: (files: File[]) => void;
  limit?: number;
  hasPhotos?: boolean;
  disabled?: boolean;
  "aria-label"?: string;
  "aria-labelledby"?: string;
  "aria-describedby"?: string | undefined;
}

export function PhotoPicker({
  value,
  onValueChange,
  limit = DEFAULT_PHOTO_LIMIT,
  hasPhotos = false,
  disabled = false,
  ...aria
}: PhotoPickerProps) {
  const t = useTranslation();
  const [announcements, setAnnouncements] = useState<string[]>([]);
  const [isOver, setIsOver] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const lostFocus = useRef(false);
  const isFull = value.length >= limit;

  // The focused element may be gone: the add button at the limit, or the removed photo.
  useEffect(() => {
    if (!lostFocus.current) return;
    lostFocus.current = false;
    const buttons = box.current?.querySelectorAll<HTMLElement>("button");
    buttons?.[buttons.length - 1]?.focus();
  }, [value]);

  const add = async (files: readonly File[]) => {
    if (disabled || files.length === 0) return;
    const judged = await Promise.all(files.map(async (file) => ({ file, fault: await findPhotoError(file) })));
    const fresh = judged.filter(({ file, fault }) => !fault && !value.some((other) => isSameFile(file, other)));
    const remaining = Math.max(0, limit - value.length);
    const faults = judged.flatMap(({ fault }) => (fault ? [fault] : []));
    setAnnouncements(fresh.length > remaining ? [...faults, t("files.trimmed", { count: limit })] : faults);
    const taken = fresh.slice(0, remaining).map(({ file }) => file);
    if (taken.length === 0) return;
    lostFocus.current =
      document.activeElement === document.body || box.current?.contains(document.activeElement) === true;
    onValueChange([...value, ...taken]);
  };
  const remove = (gone: File) => {
    lostFocus.current = true;
    setAnnouncements([]);
    onValueChange(value.filter((file) => file !== gone));
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- drop and paste are shortcuts for the button
    <div
      {...aria}
      ref={box}
      role="group"
      onDragOver={(event) => {
        if (disabled || !hasDraggedFiles(event)) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        if (!hasDraggedFiles(event)) return;
        event.preventDefault();
        setIsOver(false);
        void add([...event.dataTransfer.files]);
      }}
      onPaste={(event) => {
        if (event.clipboardData.files.length === 0) return;
        event.preventDefault();
        void add([...event.clipboardData.files]);
      }}
      className={cx(
        "grid gap-3 rounded-lg border border-dashed border-line-strong p-3 transition-colors",
        isOver && "border-accent bg-accent-soft",
      )}
    >
      {value.length > 0 && (
        <ul className="flex flex-wrap gap-3">
          {value.map((file) => (
            <li key={fileKey(file)} className="relative">
              <PhotoPreview file={file} />
              <button
                type="button"
                disabled={disabled}
                aria-label={t("kit.remove", { name: file.name })}
                onClick={() => remove(file)}
                className="absolute -top-2 -right-2 grid size-6 place-items-center rounded-full border border-line bg-raised text-ink-2 shadow-xs hover:text-ink disabled:opacity-50 pointer-coarse:size-8"
              >
                <X className="size-3.5" aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      {!isFull && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button data-autofocus disabled={disabled} onClick={() => input.current?.click()}>
            <ImagePlus className="-ml-0.5" aria-hidden />
            {t(hasPhotos || value.length > 0 ? "files.addPhotos" : "files.addPhoto")}
          </Button>
          <input
            ref={input}
            type="file"
            accept="image/jpeg"
            multiple={limit > 1}
            hidden
            onChange={(event) => {
              const chosen = [...(event.target.files ?? [])];
              // Without this, the same file could not be chosen again after it was removed.
              event.target.value = "";
              void add(chosen);
            }}
          />
          <span className="min-w-40 flex-1 text-xs text-ink-3">{t("files.pickerHint", { count: limit })}</span>
        </div>
      )}
      <div role="status" className={cx("grid gap-1 text-xs text-danger", announcements.length === 0 && "sr-only")}>
        {announcements.map((text) => (
          <p key={text} className="[overflow-wrap:anywhere]">
            {text}
          </p>
        ))}
      </div>
    </div>
  );
}

export function PhotoPreview({ file, className }: { file: File; className?: string }) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(file);
    if (image.current) image.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return (
    <img
      ref={image}
      alt={file.name}
      className={cx("max-h-20 min-w-10 max-w-40 rounded-md bg-sunken object-cover", className)}
    />
  );
}

export const fileKey = ({ name, size }: File): string => `${name} ${size}`;
const isSameFile = (one: File, other: File) => fileKey(one) === fileKey(other);

export const hasDraggedFiles = ({ dataTransfer }: Pick<DragEvent, "dataTransfer">): boolean =>
  dataTransfer.types.includes("Files");
