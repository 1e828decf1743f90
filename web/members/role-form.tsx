import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type * as z from "zod/mini";
import { fields } from "#contract/fields.ts";
import { members, type Role, RoleDraft } from "#contract/members.ts";
import { memberRolePermissions, rolePermissions, type RoleType, roleTypes } from "#contract/permissions.ts";
import { endpointQuery, endpointMutation } from "#web/kit/data/api.ts";
import { MultiSelectField, SegmentedField } from "#web/kit/form/choice-fields.tsx";
import { useFreshQuery } from "#web/kit/data/use-fresh-query.ts";
import { DetailSkeleton } from "#web/kit/ui/detail-skeleton.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { pickChanges } from "#web/kit/form/form-values.ts";
import { formMembers } from "#web/kit/form/form-members.ts";
import { FormSection } from "#web/kit/form/form-section.tsx";
import { Form, FormActions, ResetButton, SubmitButton, useFieldValue } from "#web/kit/form/form.tsx";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { useRouteParam } from "#web/kit/data/use-route-param.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { BookingRulesFields } from "#web/organizations/booking-rules-fields.tsx";
import { typeLabels } from "./labels.ts";
import { PermissionsField } from "./permission-matrix.tsx";
import { useRoleCrumbs } from "./role-page.tsx";

type Draft = z.output<typeof RoleDraft>;
const noRules = {
  ...{ horizonDays: null, noticeMinutes: null, mostActive: null },
  ...{ opensAt: null, maxHolds: null, quotas: null, cancellation: null, noShow: null },
};

function useInvalidateRoles() {
  const cache = useQueryClient();
  return () => {
    for (const { name } of [members.roles, members.readRole, members.read, members.min])
      void cache.invalidateQueries({ queryKey: [name] });
  };
}

export function RoleCreatePage() {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const navigate = useNavigate();
  const forget = useInvalidateRoles();
  const create = useMutation({
    ...endpointMutation(members.createRole),
    onSuccess: async ({ data }) => {
      forget();
      await navigate({ to: path(`/roles/${data.id}`) });
    },
  });
  return (
    <Page title={t("members.createRole")} crumbs={useRoleCrumbs()}>
      <RoleForm onSave={(body) => create.mutateAsync({ params: { organizationId }, body })} />
    </Page>
  );
}

export function RoleEditPage() {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const params = { organizationId, roleId: useRouteParam("roleId") };
  const { data, error, refetch } = useFreshQuery(endpointQuery(members.readRole, { params }));
  const role = data?.data;
  const crumbs = [
    ...useRoleCrumbs(),
    <Link key="role" to={path(`/roles/${params.roleId}`)}>
      {role?.name ?? t("members.role")}
    </Link>,
  ];
  return (
    <Page title={t("members.editRole")} crumbs={crumbs}>
      {role?.isBuiltIn ? (
        <p className="rounded-lg bg-sunken px-4 py-3 text-13 text-ink-2">{t("members.builtInNote")}</p>
      ) : role ? (
        <EditForm key={role.id} role={role} />
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <DetailSkeleton rows={8} aside={false} />
      )}
    </Page>
  );
}

/** Send only the members changed in this form, so that other people's changes meanwhile stay. */
function EditForm({ role }: { role: Role }) {
  const [before] = useState(role);
  const { organizationId, path } = useScope();
  const navigate = useNavigate();
  const forget = useInvalidateRoles();
  const update = useMutation({ ...endpointMutation(members.updateRole), onSuccess: forget });
  const save = async (draft: Draft) => {
    const body = pickChanges({ ...roleForm.filledWith(before), bookingRules: before.bookingRules }, draft);
    const params = { organizationId, roleId: String(before.id) };
    if (Object.keys(body).length > 0) await update.mutateAsync({ params, body });
    await navigate({ to: path(`/roles/${before.id}`) });
  };
  return <RoleForm role={before} onSave={save} />;
}

interface RoleFormProps {
  role?: Role;
  onSave: (draft: Draft) => Promise<unknown>;
}

const roleForm = formMembers<z.input<typeof RoleDraft>, Role>({
  name: { blank: "" },
  type: { blank: "member" },
  // The contract accepts permissions of the catalogue only.
  permissions: {
    blank: [...memberRolePermissions],
    from: ({ permissions: granted }) => granted as Draft["permissions"],
  },
  fieldIds: { blank: [], from: ({ fields: linked }) => linked.map(({ id }) => id) },
  bookingRules: { blank: noRules, from: ({ bookingRules }) => bookingRules ?? noRules },
});

/** Fields and booking rules apply to people who book: team roles have none. */
const toAdminRole = (draft: Draft): Draft => ({ ...draft, fieldIds: [], bookingRules: null });

const memberPermissionNames: readonly string[] = memberRolePermissions;
const toMemberRole = ({ permissions: granted, bookingRules, ...draft }: Draft): Draft => ({
  ...draft,
  // Keep the order: another one would count as a change.
  permissions: granted.filter((one) => memberPermissionNames.includes(one)),
  bookingRules: Object.values(bookingRules ?? noRules).some((bound) => bound !== null) ? bookingRules : null,
});

function RoleForm({ role, onSave }: RoleFormProps) {
  const t = useTranslation();
  const title = t(role ? "members.editRole" : "members.createRole");
  const save = (draft: Draft) => onSave(draft.type === "admin" ? toAdminRole(draft) : toMemberRole(draft));
  return (
    <Form
      schema={RoleDraft}
      defaultValues={role ? roleForm.filledWith(role) : roleForm.blank}
      onSubmit={save}
      label={title}
      className="gap-6"
    >
      <FormSection title={t("members.role")}>
        <TextField name="name" label={t("members.name")} autoComplete="off" required />
        <TypeField />
      </FormSection>
      <PermissionsSection />
      <BookingSections known={role?.fields ?? []} />
      <FormActions>
        <ResetButton />
        <SubmitButton>{role ? t("kit.save") : title}</SubmitButton>
      </FormActions>
    </Form>
  );
}

const useRoleType = (): RoleType => (useFieldValue("type") === "admin" ? "admin" : "member");

function TypeField() {
  const t = useTranslation();
  const type = useRoleType();
  return (
    <SegmentedField
      name="type"
      label={t("members.type")}
      hint={t(type === "admin" ? "members.typeAdminHint" : "members.typeMemberHint")}
      options={roleTypes.map((value) => ({ value, label: t(typeLabels[value]) }))}
    />
  );
}

function PermissionsSection() {
  const t = useTranslation();
  const type = useRoleType();
  const { can } = useScope();
  return (
    <FormSection
      title={t("members.rolePermissions")}
      hint={t(type === "admin" ? "members.permissionsHint" : "members.permissionsHintMember")}
    >
      <PermissionsField
        name="permissions"
        label={t("members.rolePermissions")}
        choices={type === "admin" ? rolePermissions : memberRolePermissions}
        canGrant={can}
      />
    </FormSection>
  );
}

function BookingSections({ known }: { known: Role["fields"] }) {
  const t = useTranslation();
  const type = useRoleType();
  const { organizationId, can } = useScope();
  const [q, setQ] = useState("");
  const { data, isFetching } = useQuery({
    ...endpointQuery(fields.search, { params: { organizationId }, query: { q } }, { quiet: true }),
    placeholderData: keepPreviousData,
    enabled: type === "member" && can(fields.search),
  });
  if (type === "admin") return null;
  return (
    <>
      <FormSection title={t("members.fields")} hint={t("members.fieldsHint")}>
        <MultiSelectField
          name="fieldIds"
          label={t("members.fields")}
          options={(data?.data ?? []).map(({ id, name, facility }) => ({
            value: id,
            label: name,
            hint: facility.name,
          }))}
          known={known.map(({ id, name }) => ({ value: id, label: name }))}
          onSearch={setQ}
          searching={isFetching}
          optional
        />
      </FormSection>
      <FormSection title={t("members.rulesOwn")} hint={t("members.rulesOwnHint")}>
        <BookingRulesFields none={t("members.rulesInherit")} isOfRole />
      </FormSection>
    </>
  );
}
