import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ImageUp } from "lucide-react";
import { useRef, useState } from "react";
import { looks } from "#contract/looks.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { upload, uploadErrorMessage } from "#web/kit/data/upload.ts";
import { FormSection } from "#web/kit/form/form-section.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { ConfirmButton } from "#web/kit/ui/confirm-dialog.tsx";
import type { Club } from "./accent-preview.tsx";
import { ClubLogo } from "./club-logo.tsx";

/** The logo is saved as soon as it is chosen. */
export function LogoSection({ club }: { club: Club }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<string>();
  const params = { organizationId };
  const { queryKey } = endpointQuery(looks.read, { params });
  const send = useMutation({
    mutationFn: (file: File) => {
      const form = new FormData();
      form.append("file", file);
      return upload(looks.uploadLogo, { params, form }, { quiet: true });
    },
    onMutate: () => setRefusal(undefined),
    onSuccess: (answer) => cache.setQueryData(queryKey, answer),
    onError: (error) => setRefusal(uploadErrorMessage(error)),
  });
  const remove = useMutation({
    ...endpointMutation(looks.deleteLogo),
    onSuccess: () => cache.invalidateQueries({ queryKey }),
  });
  return (
    <FormSection title={t("looks.logo")} hint={t("looks.logoHint")}>
      <div className="flex flex-wrap items-center gap-4">
        <ClubLogo club={club} className="size-16 text-xl" />
        <div className="flex flex-wrap gap-2">
          <Button pending={send.isPending} aria-describedby="logo-refusal" onClick={() => input.current?.click()}>
            <ImageUp aria-hidden />
            {t(club.logo ? "looks.logoReplace" : "looks.logoChoose")}
          </Button>
          {club.logo && (
            <ConfirmButton
              label={t("looks.logoRemove")}
              title={t("looks.logoRemoveTitle", { name: club.name })}
              confirm={t("looks.logoRemove")}
              onConfirm={() => remove.mutateAsync({ params })}
            >
              {t("looks.logoRemoveText")}
            </ConfirmButton>
          )}
        </div>
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg"
          hidden
          aria-label={t("looks.logo")}
          onChange={(event) => {
            const file = event.target.files?.[0];
            // The same file can be chosen again, once it is mended.
            event.target.value = "";
            if (file) send.mutate(file);
          }}
        />
      </div>
      <p id="logo-refusal" role="alert" className="text-13 text-danger empty:hidden">
        {refusal}
      </p>
    </FormSection>
  );
}
