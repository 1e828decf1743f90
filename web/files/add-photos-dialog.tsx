/** Uploads photos one after the other, with progress and errors for each. */
import { Check, RotateCcw } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "#web/kit/ui/button.tsx";
import { Dialog } from "#web/kit/ui/dialog.tsx";
import { Progress } from "#web/kit/ui/progress.tsx";
import { OUTCOME_TOAST_MS, toast } from "#web/kit/ui/toast-store.ts";
import { uploadErrorMessage } from "#web/kit/data/upload.ts";
import { useLocale, useTranslation } from "#web/kit/format/translation.ts";
import { fileKey, PhotoPicker, PhotoPreview } from "./photo-picker.tsx";
import { type PhotoTarget, uploadPhoto } from "./upload-photo.ts";

interface AddPhotosDialogProps {
  organizationId: string;
  target: PhotoTarget;
  remaining: number;
  hasPhotos: boolean;
  /** A returned promise keeps the dialog open until the gallery shows the photos. */
  onAdded: () => unknown;
  onClose: () => void;
}
/** `sent` is a share from 0 to 1, `why` the error message. */
type UploadState = { sent: number } | "waiting" | "done" | { why: string };

export default function AddPhotosDialog({
  organizationId,
  target,
  remaining,
  hasPhotos,
  onAdded,
  onClose,
}: AddPhotosDialogProps) {
  const t = useTranslation();
  const [chosen, setChosen] = useState<File[]>([]);
  const [sendings, setSendings] = useState<ReadonlyMap<File, UploadState>>();
  const [isBusy, setIsBusy] = useState(false);
  // Keep the initial limit while uploads reduce `remaining`.
  const [limit] = useState(remaining);
  const stop = useRef(new AbortController());
  useEffect(() => {
    const { current } = stop;
    return () => current.abort();
  }, []);

  const send = async (batch: readonly File[], before: ReadonlyMap<File, UploadState>) => {
    const now = new Map(before);
    const note = (file: File, sending: UploadState) => {
      now.set(file, sending);
      setSendings(new Map(now));
    };
    setIsBusy(true);
    for (const file of batch) note(file, "waiting");
    for (const file of batch) {
      const onProgress = (sent: number) => note(file, { sent });
      onProgress(0);
      const { signal } = stop.current;
      const outcome = await uploadPhoto(organizationId, target, file, onProgress, { quiet: true, signal }).then(
        () => "done" as const,
        (error: unknown) => ({ why: uploadErrorMessage(error) }),
      );
      if (signal.aborted) return;
      note(file, outcome);
    }
    await onAdded();
    setIsBusy(false);
    const done = [...now.values()].filter((sending) => sending === "done").length;
    if (done < now.size) return;
    toast({ description: t("files.added", { count: done }), variant: "success", duration: OUTCOME_TOAST_MS });
    onClose();
  };
  const close = () => {
    stop.current.abort();
    if (sendings) void onAdded();
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={close}
      title={t(hasPhotos ? "files.addPhotos" : "files.addPhoto")}
      footer={
        <>
          <Button onClick={close}>{t(sendings && !isBusy ? "kit.close" : "kit.cancel")}</Button>
          {!sendings && (
            <Button
              variant="primary"
              disabled={chosen.length === 0}
              onClick={() => void send(chosen, new Map<File, UploadState>())}
            >
              {t("files.addChosen", { count: Math.max(1, chosen.length) })}
            </Button>
          )}
        </>
      }
    >
      {sendings ? (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {[...sendings].map(([file, sending]) => (
            <UploadRow
              key={fileKey(file)}
              file={file}
              sending={sending}
              onRetry={isBusy ? undefined : () => void send([file], sendings)}
            />
          ))}
        </ul>
      ) : (
        <PhotoPicker
          value={chosen}
          onValueChange={setChosen}
          limit={limit}
          hasPhotos={hasPhotos}
          aria-label={t("files.gallery")}
        />
      )}
    </Dialog>
  );
}

interface UploadRowProps {
  file: File;
  sending: UploadState;
  onRetry: (() => void) | undefined;
}

function UploadRow({ file, sending, onRetry }: UploadRowProps) {
  const t = useTranslation();
  const percent = new Intl.NumberFormat(useLocale(), { style: "percent" });
  const sent = typeof sending === "object" && "sent" in sending ? sending.sent : undefined;
  const why = typeof sending === "object" && "why" in sending ? sending.why : undefined;
  const state = () => {
    if (sending === "waiting") return t("files.waiting");
    if (sending === "done") return t("files.sent");
    return sent !== undefined && sent >= 1 ? t("files.preparing") : percent.format(sent ?? 0);
  };
  return (
    <li className="flex items-center gap-3">
      <PhotoPreview file={file} className="h-10 w-14 shrink-0" />
      <div className="grid min-w-0 flex-1 gap-1.5">
        <div className="flex items-baseline justify-between gap-3 text-13">
          <span className="truncate" title={file.name}>
            {file.name}
          </span>
          {why === undefined && <span className="shrink-0 text-xs text-ink-3 tnum">{state()}</span>}
        </div>
        {why === undefined ? (
          <Progress
            label={file.name}
            value={sending === "done" ? 1 : sent === undefined ? 0 : sent < 1 ? sent : undefined}
          />
        ) : (
          <p role="alert" className="text-xs text-danger">
            {why}
          </p>
        )}
      </div>
      {sending === "done" && <Check className="size-4 shrink-0 text-accent-ink" aria-hidden />}
      {why !== undefined && (
        <Button
          size="icon"
          aria-label={t("files.retryOne", { name: file.name })}
          title={t("kit.retry")}
          disabled={!onRetry}
          onClick={onRetry}
        >
          <RotateCcw aria-hidden />
        </Button>
      )}
    </li>
  );
}
