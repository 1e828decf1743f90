/** The answers to one request, wherever it is told of. A reason is given on the page of requests. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { joining } from "#contract/joining.ts";
import { endpointMutation } from "#web/kit/data/api.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { ConfirmButton } from "#web/kit/ui/confirm-dialog.tsx";

interface JoinAnswersProps {
  organizationId: string;
  requestId: string;
  name: string;
}

export function JoinAnswers({ organizationId, requestId: joinRequestId, name }: JoinAnswersProps) {
  const t = useTranslation();
  const cache = useQueryClient();
  const params = { organizationId, joinRequestId };
  const refresh = () => cache.invalidateQueries({ predicate: ({ queryKey: [key] }) => isOfRequests(key) });
  const approve = useMutation({ ...endpointMutation(joining.approveRequest), onSettled: refresh });
  const decline = useMutation({ ...endpointMutation(joining.declineRequest), onSettled: refresh });
  return (
    <div className="relative mt-2 flex w-fit flex-wrap gap-1.5 max-lg:*:h-9">
      <Button
        size="sm"
        variant="primary"
        pending={approve.isPending}
        onClick={() => approve.mutate({ params, body: {} })}
      >
        {t("joining.approve")}
      </Button>
      <ConfirmButton
        size="sm"
        quiet={false}
        label={t("joining.decline")}
        disabled={approve.isPending}
        title={t("joining.declineTitle", { name })}
        confirm={t("joining.decline")}
        onConfirm={() => decline.mutateAsync({ params, body: {} })}
      >
        {t("joining.declineText")}
      </ConfirmButton>
    </div>
  );
}

const isOfRequests = (key: unknown) =>
  typeof key === "string" && (key === joining.requests.name || key.startsWith("notifications."));
