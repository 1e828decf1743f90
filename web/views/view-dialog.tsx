import { useMutation, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { shareViewsPermission, type View, ViewNameDraft, views } from "#contract/views.ts";
import { endpointMutation } from "#web/kit/data/api.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { SwitchField } from "#web/kit/form/choice-fields.tsx";
import { ConfirmButton } from "#web/kit/ui/confirm-dialog.tsx";
import { Dialog } from "#web/kit/ui/dialog.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { Form, FormActions, SubmitButton } from "#web/kit/form/form.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

const ViewFormDraft = z.extend(ViewNameDraft, {
  /** Replaces the saved state by the present one. */
  isCurrent: z._default(z.boolean(), false),
});

interface ViewDialogProps {
  /** Null for a new view. */
  view: View | null;
  /** The present state of the page. */
  sight: View["sight"];
  /** The present state differs from that of the view. */
  isChanged: boolean;
  hint: string;
  onClose: () => void;
}

export function ViewDialog({ view, sight, isChanged, hint, onClose }: ViewDialogProps) {
  const t = useTranslation();
  const { organizationId, can } = useScope();
  const cache = useQueryClient();
  // Also after a refusal: somebody else may have changed or deleted the view.
  const onSettled = () => cache.invalidateQueries({ queryKey: [views.list.name] });
  const create = useMutation({ ...endpointMutation(views.create), onSettled });
  const update = useMutation({ ...endpointMutation(views.update), onSettled });
  const remove = useMutation({ ...endpointMutation(views.delete), onSettled });
  const save = async ({ name, isShared, isCurrent }: z.output<typeof ViewFormDraft>) => {
    if (view) {
      // Unchanged members are not sent: somebody else may have changed them.
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
      description={view ? undefined : hint}
    >
      <Form
        schema={ViewFormDraft}
        defaultValues={{ name: view?.name ?? "", isShared: view?.isShared ?? false, isCurrent: false }}
        guard={false}
        onSubmit={save}
      >
        <TextField name="name" label={t("views.name")} maxLength={60} autoComplete="off" required />
        {can(shareViewsPermission) && (
          <SwitchField name="isShared" label={t("views.isShared")} hint={t("views.isSharedHint")} />
        )}
        {view && isChanged && (
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
