/** Named hours of the week, such as prime time: listed, and made and changed in a dialog. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Clock, Pencil, Plus } from "lucide-react";
import { useState } from "react";
import { type TimeWindow, timeWindows } from "#contract/time-windows.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { CardList } from "#web/kit/list/card-list.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { Dialog } from "#web/kit/ui/dialog.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { DeleteButton } from "#web/kit/ui/record-buttons.tsx";
import { useSettingsCrumbs } from "#web/organizations/settings-crumbs.tsx";
import { WindowForm } from "./window-form.tsx";
import { useWindowText } from "./window-text.ts";

export function TimeWindowsPage() {
  const t = useTranslation();
  const { organizationId } = useScope();
  const [edited, setEdited] = useState<TimeWindow | "new">();
  const list = useQuery({ ...endpointQuery(timeWindows.list, { params: { organizationId } }), staleTime: 0 });
  const create = (
    <Button variant="primary" aria-haspopup="dialog" onClick={() => setEdited("new")}>
      <Plus aria-hidden />
      {t("time-windows.create")}
    </Button>
  );
  const isEmpty = list.data?.data.length === 0;
  return (
    <Page title={t("time-windows.title")} crumbs={useSettingsCrumbs()} actions={!isEmpty && create}>
      <div className="grid gap-4">
        <p className="max-w-prose text-13 text-ink-2">{t("time-windows.intro")}</p>
        <CardList
          label={t("time-windows.title")}
          query={list}
          empty={
            <EmptyState icon={Clock} title={t("time-windows.empty")} action={create}>
              {t("time-windows.emptyText")}
            </EmptyState>
          }
          row={(window) => <WindowRow key={window.id} window={window} onEdit={() => setEdited(window)} />}
        />
      </div>
      <Dialog
        open={edited !== undefined}
        onOpenChange={() => setEdited(undefined)}
        title={t(edited === "new" ? "time-windows.create" : "time-windows.edit")}
      >
        {edited && <WindowForm window={edited === "new" ? undefined : edited} onClose={() => setEdited(undefined)} />}
      </Dialog>
    </Page>
  );
}

function WindowRow({ window, onEdit }: { window: TimeWindow; onEdit: () => void }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const text = useWindowText();
  const cache = useQueryClient();
  const remove = useMutation({
    ...endpointMutation(timeWindows.delete),
    onSuccess: () => cache.invalidateQueries({ queryKey: [timeWindows.list.name] }),
  });
  const { id, name } = window;
  return (
    <li className="flex items-center gap-2 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="truncate text-13 font-medium">{name}</p>
        <p className="text-xs text-ink-3 tnum first-letter:uppercase">{text(window)}</p>
      </div>
      <Button
        size="icon"
        variant="ghost"
        aria-haspopup="dialog"
        aria-label={t("kit.change", { name })}
        onClick={onEdit}
      >
        <Pencil aria-hidden />
      </Button>
      <DeleteButton
        label={t("time-windows.delete")}
        title={t("time-windows.deleteTitle", { name })}
        onConfirm={() => remove.mutateAsync({ params: { organizationId, timeWindowId: id } })}
      >
        {t("time-windows.deleteText")}
      </DeleteButton>
    </li>
  );
}
