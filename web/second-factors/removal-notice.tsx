import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { secondFactors } from "#contract/second-factors.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";

/** Tells that an owner of an organization has asked for the removal of one's second factor, which can be kept. */
export function RemovalNotice() {
  const t = useTranslation();
  const { dateTime } = useDateFormats();
  const cache = useQueryClient();
  const { data } = useQuery({ ...endpointQuery(secondFactors.readRemoval, undefined), staleTime: 0 });
  const keep = useMutation({
    ...endpointMutation(secondFactors.cancelRemoval),
    onSettled: () => cache.invalidateQueries({ queryKey: [secondFactors.readRemoval.name] }),
  });
  if (!data?.data) return null;
  const { organization, at } = data.data;
  return (
    <Card padded>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3" role="status">
        <p className="min-w-[min(100%,20rem)] flex-1 text-13 [overflow-wrap:anywhere]">
          {t("second-factors.removalAsked", { organization, at: dateTime(at) })}
        </p>
        <Button variant="primary" pending={keep.isPending} onClick={() => keep.mutate({})}>
          {t("second-factors.keep")}
        </Button>
      </div>
    </Card>
  );
}
