import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CalendarPlus } from "lucide-react";
import { useState } from "react";
import { calendars } from "#contract/calendars.ts";
import { endpointQuery, endpointMutation } from "#web/kit/data/api.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { Dialog } from "#web/kit/ui/dialog.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { CalendarFeed } from "./calendar-feed.tsx";

export function SubscribeButton() {
  const t = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <CalendarPlus aria-hidden />
        {t("calendars.add")}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={t("calendars.title")} description={t("calendars.text")}>
        <OwnCalendarFeed />
      </Dialog>
    </>
  );
}

function OwnCalendarFeed() {
  const t = useTranslation();
  const cache = useQueryClient();
  const { data } = useQuery({ ...endpointQuery(calendars.mine, undefined), staleTime: 0 });
  const onSuccess = () => cache.invalidateQueries({ queryKey: [calendars.mine.name] });
  const renew = useMutation({ ...endpointMutation(calendars.renewMine), onSuccess });
  const revoke = useMutation({ ...endpointMutation(calendars.revokeMine), onSuccess });
  return (
    <CalendarFeed
      feed={data?.data}
      onRenew={async () => (await renew.mutateAsync()).data.url}
      onRevoke={() => revoke.mutateAsync()}
      contentText={t("calendars.showsMine")}
    />
  );
}
