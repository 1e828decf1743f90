import { FileUp } from "lucide-react";
import { useRef, useState } from "react";
import { imports, MAX_IMPORT_BYTES, MAX_IMPORT_ROWS } from "#contract/imports.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { cx } from "#web/kit/ui/cx.ts";
import { Progress } from "#web/kit/ui/progress.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { uploadErrorMessage } from "#web/kit/data/upload.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ImportStep } from "./import-step.tsx";
import { useSendFile } from "./use-send-file.ts";

export function ChooseFileStep() {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const send = useSendFile({
    endpoint: imports.upload,
    list: imports.list,
    queryKeyOf: (importId) => endpointQuery(imports.read, { params: { organizationId, importId } }).queryKey,
    to: path("/import"),
  });
  return (
    <ImportStep at={0} title={t("imports.chooseTitle")} hint={t("imports.chooseHint")}>
      <FileBox onFile={send} />
    </ImportStep>
  );
}

interface FileBoxProps {
  /** Errors that it throws are shown, and another file can be chosen. */
  onFile: (file: File, onProgress: (sent: number) => void) => Promise<unknown>;
  accept?: string;
}

/** Takes a file by a dialog or by dropping it, and shows how far it is sent. */
export function FileBox({ onFile, accept = ".csv,text/csv,text/plain" }: FileBoxProps) {
  const t = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const [reading, setReading] = useState<{ name: string; sent: number }>();
  const [wrong, setWrong] = useState<string>();

  const send = async (file: File | undefined) => {
    if (!file || reading) return;
    const { name, size } = file;
    if (size > MAX_IMPORT_BYTES) return setWrong(t("imports.tooLargeFile", { name }));
    setWrong(undefined);
    setReading({ name, sent: 0 });
    try {
      await onFile(file, (sent) => setReading({ name, sent }));
    } catch (error) {
      setWrong(uploadErrorMessage(error));
      setReading(undefined);
    }
  };
  return (
    <div
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        void send(event.dataTransfer.files[0]);
      }}
      className={cx(
        "grid min-h-52 place-content-center justify-items-center gap-3 rounded-xl border border-dashed border-line-strong px-5 py-8 text-center transition-colors",
        isOver && "border-accent bg-accent-soft",
      )}
    >
      {reading ? (
        <>
          <p className="text-13 [overflow-wrap:anywhere]" role="status">
            {t("imports.uploading", { name: reading.name })}
          </p>
          <Progress
            label={t("imports.uploading", { name: reading.name })}
            value={reading.sent < 1 ? reading.sent : undefined}
            className="w-64 max-w-full"
          />
        </>
      ) : (
        <>
          <FileUp className="size-6 text-ink-3" aria-hidden />
          <Button variant="primary" onClick={() => input.current?.click()}>
            {t("imports.chooseFile")}
          </Button>
          <p className="text-13 text-ink-3">{t("imports.orDrop", { most: MAX_IMPORT_ROWS })}</p>
          <input
            ref={input}
            type="file"
            accept={accept}
            hidden
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              // Without this, the same file could not be chosen again after a correction.
              event.target.value = "";
              void send(file);
            }}
          />
        </>
      )}
      {wrong !== undefined && (
        <p role="alert" className="max-w-prose text-13 [overflow-wrap:anywhere] text-danger">
          {wrong}
        </p>
      )}
    </div>
  );
}
