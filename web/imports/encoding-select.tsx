import { useId } from "react";
import { type FileEncoding, fileEncodings } from "#contract/imports.ts";
import { uploadErrorMessage } from "#web/kit/data/upload.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Select } from "#web/kit/ui/select.tsx";
import { encodingLabels } from "./labels.ts";

interface EncodingSelectProps {
  encoding: FileEncoding | null;
  pending: boolean;
  error: Error | null;
  /** Reads the file again. */
  onChoose: (encoding: FileEncoding) => void;
}

export function EncodingSelect({ encoding, pending, error, onChoose }: EncodingSelectProps) {
  const t = useTranslation();
  const id = useId();
  return (
    <div className="grid max-w-md gap-1.5">
      <label htmlFor={id} className="text-13 font-medium">
        {t("imports.encoding")}
      </label>
      <Select<FileEncoding>
        id={id}
        aria-describedby={`${id}-hint`}
        aria-invalid={error !== null}
        disabled={pending}
        value={encoding ?? undefined}
        options={fileEncodings.map((value) => ({ value, label: t(encodingLabels[value]) }))}
        onValueChange={onChoose}
      />
      {error ? (
        <p id={`${id}-hint`} role="alert" className="text-xs text-danger">
          {uploadErrorMessage(error)}
        </p>
      ) : (
        <p id={`${id}-hint`} className="text-xs text-ink-3">
          {t("imports.encodingHint")}
        </p>
      )}
    </div>
  );
}
