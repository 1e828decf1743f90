/** Saves what is looked at under a name, or changes and deletes what was saved. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { sharing, type View, ViewDraft, views } from "#contract/views.ts";
import { write } from "#web/kit/api.ts";
import { Button } from "#web/kit/button.tsx";
import { SwitchField } from "#web/kit/choice-fields.tsx";
import { ConfirmButton } from "#web/kit/confirm-dialog.tsx";
import { Dialog } from "#web/kit/dialog.tsx";
import { TextField } from "#web/kit/fields.tsx";
import { Form, FormActions, SubmitButton } from "#web/kit/form.tsx";
import { useScope } from "#web/kit/scope.ts";
import { useWords } from "#web/kit/words.ts";
import type { PlanningSearch } from "#web/planner/board.ts";
import { sightOf, signOf } from "./sights.ts";

const Draft = z.extend(z.pick(ViewDraft, { name: true, isShared: true }), {
  /** Instead of what it showed before. */
  isCurrent: z._default(z.boolean(), false),
});

interface ViewDialogProps {
  /** Null: a new one. */
  view: View | null;
  search: PlanningSearch;
  onClose: () => void;
}

export function ViewDialog({ view, search, onClose }: ViewDialogProps) {
  const t = useWords();
  const { organizationId, can } = useScope();
  const cache = useQueryClient();
  // Also after a refusal: somebody else may have changed or deleted it.
  const onSettled = () => cache.invalidateQueries({ queryKey: [views.list.name] });
  const create = useMutation({ ...write(views.create), onSettled });
  const update = useMutation({ ...write(views.update), onSettled });
  const remove = useMutation({ ...write(views.delete), onSettled });
  const sight = sightOf(search);
  const save = async ({ name, isShared, isCurrent }: z.output<typeof Draft>) => {
    if (view) {
      // What stays is not sent: somebody else may have changed it meanwhile.
      const body = {
        ...(name !== view.name && { name }),
        ...(isShared !== view.isShared && { isShared }),
        ...(isCurrent && { sight }),
      };
      if (Object.keys(body).length > 0) await update.mutateAsync({ params: { organizationId, viewId: view.id }, body });
    } else await create.mutateAsync({ params: { organizationId }, body: { name, isShared, sight } });
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t(view ? "views.editTitle" : "views.save")}
      description={view ? undefined : t("views.hint")}
    >
      <Form
        schema={Draft}
        defaultValues={{ name: view?.name ?? "", isShared: view?.isShared ?? false, isCurrent: false }}
        guard={false}
        onSubmit={save}
      >
        <TextField name="name" label={t("views.name")} maxLength={60} autoComplete="off" required />
        {can(sharing) && <SwitchField name="isShared" label={t("views.isShared")} hint={t("views.isSharedHint")} />}
        {view && signOf(view.sight) !== signOf(sight) && (
          <SwitchField name="isCurrent" label={t("views.useCurrent")} hint={t("views.useCurrentHint")} />
        )}
        <FormActions>
          {view && (
            <ConfirmButton
              label={t("views.delete")}
              title={t("views.deleteTitle", { name: view.name })}
              confirm={t("views.delete")}
              className="mr-auto text-danger!"
              onConfirm={async () => {
                await remove.mutateAsync({ params: { organizationId, viewId: view.id } });
                onClose();
              }}
            >
              {t(view.isShared ? "views.deleteShared" : "views.deleteOwn")}
            </ConfirmButton>
          )}
          <Button onClick={onClose}>{t("kit.cancel")}</Button>
          <SubmitButton />
        </FormActions>
      </Form>
    </Dialog>
  );
}
