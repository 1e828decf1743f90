import { useMutation, useQueryClient } from "@tanstack/react-query";
import { legalVersions } from "#contract/personal-data-versions-rules.ts";
import { personalData } from "#contract/personal-data-endpoints.ts";
import { endpointMutation } from "#web/kit/data/api.ts";
import { userQuery } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button, type ButtonProps } from "#web/kit/ui/button.tsx";

export function AcceptTermsButton(props: Pick<ButtonProps, "size">) {
  const t = useTranslation();
  const cache = useQueryClient();
  const accept = useMutation({
    ...endpointMutation(personalData.acceptTerms),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: [personalData.readTerms.name] });
      await cache.fetchQuery({ ...userQuery(), staleTime: 0 });
    },
  });
  const { terms, privacy } = legalVersions;
  return (
    <Button
      variant="primary"
      {...props}
      pending={accept.isPending}
      onClick={() => accept.mutate({ body: { terms, privacy } })}
    >
      {t("personal-data.termsAccept")}
    </Button>
  );
}
