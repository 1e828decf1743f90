/** A new role, and the changing of one that the organization made itself. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type * as z from "zod/mini";
import { fields } from "#contract/fields.ts";
import { members, type Role, RoleDraft } from "#contract/members.ts";
import { memberPermissions, permissions, type RoleType, roleTypes } from "#contract/permissions.ts";
import { read, write } from "#web/kit/api.ts";
import { MultiSelectField, SegmentsField } from "#web/kit/choice-fields.tsx";
import { useCurrent } from "#web/kit/current.ts";
import { DetailSkeleton } from "#web/kit/detail-skeleton.tsx";
import { TextField } from "#web/kit/fields.tsx";
import { changedFrom } from "#web/kit/form-values.ts";
import { FormSection } from "#web/kit/form-section.tsx";
import { Form, FormActions, type Initial, ResetButton, SubmitButton, useFieldValue } from "#web/kit/form.tsx";
import { FailedState } from "#web/kit/listing.tsx";
import { Page } from "#web/kit/page.tsx";
import { useParam } from "#web/kit/route-param.ts";
import { useScope } from "#web/kit/scope.ts";
import { useWords } from "#web/kit/words.ts";
import { BookingRulesFields } from "#web/organizations/booking-rules-fields.tsx";
import { typeLabels } from "./member-badges.tsx";
import { PermissionsField } from "./permission-matrix.tsx";
import { useRoleCrumbs } from "./role-page.tsx";

type Draft = z.output<typeof RoleDraft>;
const noRules = { horizonDays: null, noticeMinutes: null, mostActive: null };

/** The lists of roles, and what they add up to. */
function useForgetRoles() {
  const cache = useQueryClient();
  return () => {
    for (const { name } of [members.roles, members.readRole, members.read, members.min])
      void cache.invalidateQueries({ queryKey: [name] });
  };
}

export function RoleCreatePage() {
  const t = useWords();
  const { organizationId, path } = useScope();
  const navigate = useNavigate();
  const forget = useForgetRoles();
  const create = useMutation({
    ...write(members.createRole),
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
  const t = useWords();
  const { organizationId, path } = useScope();
  const params = { organizationId, roleId: useParam("roleId") };
  const { data, error, refetch } = useCurrent(read(members.readRole, { params }));
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
        <FailedState error={error} onRetry={refetch} />
      ) : (
        <DetailSkeleton rows={8} aside={false} />
      )}
    </Page>
  );
}

/** Only what is changed since it was opened is sent: what others changed meanwhile stays. */
function EditForm({ role }: { role: Role }) {
  const [before] = useState(role);
  const { organizationId, path } = useScope();
  const navigate = useNavigate();
  const forget = useForgetRoles();
  const update = useMutation({ ...write(members.updateRole), onSuccess: forget });
  const save = async (draft: Draft) => {
    const body = changedFrom({ ...before, fieldIds: before.fields.map(({ id }) => id) }, draft);
    const params = { organizationId, roleId: String(before.id) };
    if (Object.keys(body).length > 0) await update.mutateAsync({ params, body });
    await navigate({ to: path(`/roles/${before.id}`) });
  };
  return <RoleForm role={before} onSave={save} />;
}

interface RoleFormProps {
  /** The one to edit; a new one where it is missing. */
  role?: Role;
  onSave: (draft: Draft) => Promise<unknown>;
}

const startOf = (role: Role | undefined): Initial<typeof RoleDraft> => ({
  name: role?.name ?? "",
  type: role?.type ?? "member",
  // The catalogue's: nothing else was ever accepted.
  permissions: (role?.permissions as Draft["permissions"] | undefined) ?? [...memberPermissions],
  fieldIds: role?.fields.map(({ id }) => id) ?? [],
  bookingRules: role?.bookingRules ?? noRules,
});

/** Fields and rules are for those who book; whoever manages is bound by neither. */
const ofAdmins = (draft: Draft): Draft => ({ ...draft, fieldIds: [], bookingRules: null });

const theirs: readonly string[] = memberPermissions;
const ofMembers = ({ permissions: granted, bookingRules, ...draft }: Draft): Draft => ({
  ...draft,
  // In the order that they have: another one would be a change.
  permissions: granted.filter((one) => theirs.includes(one)),
  bookingRules: Object.values(bookingRules ?? noRules).some((bound) => bound !== null) ? bookingRules : null,
});

function RoleForm({ role, onSave }: RoleFormProps) {
  const t = useWords();
  const title = t(role ? "members.editRole" : "members.createRole");
  const save = (draft: Draft) => onSave(draft.type === "admin" ? ofAdmins(draft) : ofMembers(draft));
  return (
    <Form schema={RoleDraft} defaultValues={startOf(role)} onSubmit={save} label={title} className="gap-6">
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

const useType = (): RoleType => (useFieldValue("type") === "admin" ? "admin" : "member");

/** Says what the chosen one means. */
function TypeField() {
  const t = useWords();
  const type = useType();
  return (
    <SegmentsField
      name="type"
      label={t("members.type")}
      hint={t(type === "admin" ? "members.typeAdminHint" : "members.typeMemberHint")}
      options={roleTypes.map((value) => ({ value, label: t(typeLabels[value]) }))}
    />
  );
}

function PermissionsSection() {
  const t = useWords();
  const type = useType();
  const { can } = useScope();
  return (
    <FormSection
      title={t("members.rolePermissions")}
      hint={t(type === "admin" ? "members.permissionsHint" : "members.permissionsHintMember")}
    >
      <PermissionsField
        name="permissions"
        label={t("members.rolePermissions")}
        choices={type === "admin" ? permissions : memberPermissions}
        may={can}
      />
    </FormSection>
  );
}

/** What concerns those who book: the fields that the role opens to them, and what bounds them. */
function BookingSections({ known }: { known: Role["fields"] }) {
  const t = useWords();
  const type = useType();
  const { organizationId, can } = useScope();
  const [q, setQ] = useState("");
  const { data, isFetching } = useQuery({
    ...read(fields.search, { params: { organizationId }, query: { q } }, { quiet: true }),
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
        <BookingRulesFields none={t("members.rulesInherit")} />
      </FormSection>
    </>
  );
}
