/** The account can be kept until it is closed. */
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { personalData } from "#contract/personal-data-endpoints.ts";
import { endpointMutation } from "#web/kit/data/api.ts";
import { queryClient } from "#web/kit/data/query-client.ts";
import { userQuery } from "#web/kit/data/scope.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";

export function KeepAccountCard({ closesAt }: { closesAt: string }) {
  const t = useTranslation();
  const router = useRouter();
  const { dateTime } = useDateFormats();
  const keep = useMutation({
    ...endpointMutation(personalData.keep),
    onSuccess: async () => {
      await queryClient.fetchQuery({ ...userQuery(), staleTime: 0 });
      await router.invalidate();
    },
  });
  return (
    <Card padded title={t("personal-data.closesTitle", { at: dateTime(closesAt) })}>
      <div className="grid gap-4">
        <p className="text-13 text-ink-2">{t("personal-data.closesText")}</p>
        <div>
          <Button variant="primary" pending={keep.isPending} onClick={() => keep.mutate({})}>
            {t("personal-data.keepButton")}
          </Button>
        </div>
      </div>
    </Card>
  );
}
