import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { type FileEncoding, fileEncodings, type Import, imports } from "#contract/imports.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { uploadErrorMessage } from "#web/kit/data/upload.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Select } from "#web/kit/ui/select.tsx";
import { encodingLabels } from "./labels.ts";

interface EncodingSelectProps {
  draft: Pick<Import, "id" | "encoding">;
  /** The file has other columns now. */
  onReadAgain: (draft: Import) => void;
}

/** Reads the file again in the chosen encoding. */
export function EncodingSelect({ draft: { id: importId, encoding }, onReadAgain }: EncodingSelectProps) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const [id, params] = [useId(), { organizationId, importId }];
  const readAgain = useMutation({
    ...endpointMutation(imports.readAgain, { quiet: true }),
    onSuccess: ({ data }) => {
      cache.setQueryData(endpointQuery(imports.read, { params }).queryKey, { data });
      onReadAgain(data);
    },
  });
  return (
    <div className="grid max-w-md gap-1.5">
      <label htmlFor={id} className="text-13 font-medium">
        {t("imports.encoding")}
      </label>
      <Select<FileEncoding>
        id={id}
        aria-describedby={`${id}-hint`}
        aria-invalid={readAgain.isError}
        disabled={readAgain.isPending}
        value={encoding ?? undefined}
        options={fileEncodings.map((value) => ({ value, label: t(encodingLabels[value]) }))}
        onValueChange={(chosen) => readAgain.mutate({ params, body: { encoding: chosen } })}
      />
      {readAgain.isError ? (
        <p id={`${id}-hint`} role="alert" className="text-xs text-danger">
          {uploadErrorMessage(readAgain.error)}
        </p>
      ) : (
        <p id={`${id}-hint`} className="text-xs text-ink-3">
          {t("imports.encodingHint")}
        </p>
      )}
    </div>
  );
}
