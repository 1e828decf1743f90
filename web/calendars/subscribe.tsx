/** One's own bookings in any calendar program: by a secret address, which is told once and can be revoked. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CalendarPlus } from "lucide-react";
import { useState } from "react";
import { calendars } from "#contract/calendars.ts";
import { read, write } from "#web/kit/api.ts";
import { Button } from "#web/kit/button.tsx";
import { Dialog } from "#web/kit/dialog.tsx";
import { useWords } from "#web/kit/words.ts";
import { Feed } from "./feed.tsx";

export function Subscribe() {
  const t = useWords();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <CalendarPlus aria-hidden />
        {t("calendars.add")}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={t("calendars.title")} description={t("calendars.text")}>
        <Subscription />
      </Dialog>
    </>
  );
}

function Subscription() {
  const t = useWords();
  const cache = useQueryClient();
  const { data } = useQuery({ ...read(calendars.mine, undefined), staleTime: 0 });
  const onSuccess = () => cache.invalidateQueries({ queryKey: [calendars.mine.name] });
  const renew = useMutation({ ...write(calendars.renewMine), onSuccess });
  const revoke = useMutation({ ...write(calendars.revokeMine), onSuccess });
  return (
    <Feed
      feed={data?.data}
      onRenew={async () => (await renew.mutateAsync()).data.url}
      onRevoke={() => revoke.mutateAsync()}
      shows={t("calendars.showsMine")}
    />
  );
}
