/** Settings of tills: each that is added makes its desk open it before money is taken. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Banknote, LockOpen, Pencil, Plus } from "lucide-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { facilities } from "#contract/facilities.ts";
import { type Till, TillDraft, tills } from "#contract/tills.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { SelectField, SwitchField } from "#web/kit/form/choice-fields.tsx";
import { DialogFormActions } from "#web/kit/form/dialog-form-actions.tsx";
import { Form } from "#web/kit/form/form.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { CardList } from "#web/kit/list/card-list.tsx";
import { Badge } from "#web/kit/ui/badge.tsx";
import { Button, buttonClass } from "#web/kit/ui/button.tsx";
import { Dialog } from "#web/kit/ui/dialog.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { useSettingsCrumbs } from "#web/organizations/settings-crumbs.tsx";

export function TillSettingsPage() {
  const t = useTranslation();
  const { organizationId } = useScope();
  const [edited, setEdited] = useState<Till | "new">();
  const list = useQuery({ ...endpointQuery(tills.list, { params: { organizationId } }), staleTime: 0 });
  const create = (
    <Button variant="primary" aria-haspopup="dialog" onClick={() => setEdited("new")}>
      <Plus aria-hidden />
      {t("tills.add")}
    </Button>
  );
  const isEmpty = list.data?.data.length === 0;
  const close = () => setEdited(undefined);
  return (
    <Page title={t("tills.title")} crumbs={useSettingsCrumbs()} actions={!isEmpty && create}>
      <div className="grid gap-4">
        <p className="max-w-prose text-13 text-ink-2">{t("tills.settingsText")}</p>
        <CardList
          label={t("tills.title")}
          query={list}
          empty={
            <EmptyState icon={Banknote} title={t("tills.none")} action={create}>
              {t("tills.noneText")}
            </EmptyState>
          }
          row={(till) => <TillRow key={till.id} till={till} onEdit={() => setEdited(till)} />}
        />
      </div>
      <Dialog
        open={edited !== undefined}
        onOpenChange={close}
        title={edited && edited !== "new" ? t("tills.edit", { name: edited.name }) : t("tills.add")}
        description={t("tills.formText")}
      >
        {edited && <TillForm till={edited === "new" ? undefined : edited} onClose={close} />}
      </Dialog>
    </Page>
  );
}

function TillRow({ till: { id, name, facilityName, active, session }, onEdit }: { till: Till; onEdit: () => void }) {
  const t = useTranslation();
  const { path } = useScope();
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <div className="min-w-40 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-13">
          <span className="font-medium [overflow-wrap:anywhere]">{name}</span>
          {session ? (
            <Badge tone="lime" dot>
              {t("tills.stateOpen")}
            </Badge>
          ) : (
            !active && <Badge>{t("tills.off")}</Badge>
          )}
        </p>
        <p className="text-xs text-ink-3">{facilityName ?? t("tills.ofAll")}</p>
      </div>
      {active && (
        <Link to={path("/payments/till")} search={{ tillId: id }} className={buttonClass()}>
          <LockOpen aria-hidden />
          {t(session ? "tills.show" : "tills.open")}
        </Link>
      )}
      <Button aria-haspopup="dialog" aria-label={t("tills.edit", { name })} onClick={onEdit}>
        <Pencil aria-hidden />
        {t("kit.edit")}
      </Button>
    </li>
  );
}

function TillForm({ till, onClose }: { till: Till | undefined; onClose: () => void }) {
  const t = useTranslation();
  const { organizationId, can } = useScope();
  const cache = useQueryClient();
  const params = { organizationId };
  const places = useQuery({
    ...endpointQuery(facilities.list, { params, query: { per_page: 100 } }),
    enabled: can(facilities.list),
  });
  const known = till?.facilityId && till.facilityName ? [{ id: till.facilityId, name: till.facilityName }] : [];
  const options = [...new Map([...known, ...(places.data?.data ?? [])].map(({ id, name }) => [id, name]))];
  const refresh = { onSuccess: () => cache.invalidateQueries({ queryKey: [tills.list.name] }) };
  const create = useMutation({ ...endpointMutation(tills.create), ...refresh });
  const update = useMutation({ ...endpointMutation(tills.update), ...refresh });
  return (
    <Form
      schema={TillDraft}
      defaultValues={{
        name: till?.name ?? "",
        facilityId: till?.facilityId ?? null,
        active: till?.active ?? true,
      }}
      guard={false}
      onSubmit={async (body) => {
        if (till) await update.mutateAsync({ params: { ...params, tillId: till.id }, body });
        else await create.mutateAsync({ params, body });
        onClose();
      }}
    >
      <TextField name="name" label={t("tills.name")} autoComplete="off" required />
      <SelectField
        name="facilityId"
        label={t("tills.place")}
        hint={t("tills.placeHint")}
        options={[{ value: null, label: t("tills.ofAll") }, ...options.map(([value, label]) => ({ value, label }))]}
      />
      {till && <SwitchField name="active" label={t("tills.active")} hint={t("tills.activeHint")} />}
      <DialogFormActions onClose={onClose}>{till ? t("kit.save") : t("tills.add")}</DialogFormActions>
    </Form>
  );
}
