import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useId, useState } from "react";
import { members, type Role } from "#contract/members.ts";
import { memberRolePermissions, OWNER_ROLE_ID } from "#contract/permissions.ts";
import { endpointQuery, endpointMutation } from "#web/kit/data/api.ts";
import { Badges } from "#web/kit/ui/badge.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { DescriptionList, DescriptionItem } from "#web/kit/ui/description-list.tsx";
import { DetailSkeleton } from "#web/kit/ui/detail-skeleton.tsx";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { DateTime } from "#web/kit/ui/date-time.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { DeleteButton, EditLink } from "#web/kit/ui/record-buttons.tsx";
import { useRouteParam } from "#web/kit/data/use-route-param.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { Select } from "#web/kit/ui/select.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";
import { useCanAssignRole } from "#web/organizations/organization-owner.tsx";
import { ruleLabels, ruleNames, useRuleText } from "#web/organizations/use-rule-text.ts";
import { roleName, TypeBadge } from "./member-badges.tsx";
import { PermissionMatrix } from "./permission-matrix.tsx";
import { BuiltInBadge } from "./roles-page.tsx";

export function useRoleCrumbs() {
  const t = useTranslation();
  const { path } = useScope();
  return [
    ...(useOrganizationCrumbs() ?? []),
    <Link key="roles" to={path("/roles")}>
      {t("members.roles")}
    </Link>,
  ];
}

export function RolePage() {
  const t = useTranslation();
  const { organizationId, can, path } = useScope();
  const params = { organizationId, roleId: useRouteParam("roleId") };
  const mayGive = useCanAssignRole();
  const { data, error, refetch } = useQuery(endpointQuery(members.readRole, { params }));
  const role = data?.data;
  const actions = role && !role.isBuiltIn && can(members.updateRole) && mayGive(role) && (
    <>
      <DeleteRole role={role} />
      <EditLink to={path(`/roles/${role.id}/edit`)} />
    </>
  );
  return (
    <Page
      title={role ? roleName(t, role) : t("members.role")}
      crumbs={useRoleCrumbs()}
      meta={
        role && (
          <>
            <TypeBadge type={role.type} />
            {role.isBuiltIn && <BuiltInBadge />}
          </>
        )
      }
      actions={actions}
    >
      {role ? (
        <RoleOverview role={role} />
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <DetailSkeleton rows={8} aside={false} />
      )}
    </Page>
  );
}

function RoleOverview({ role }: { role: Role }) {
  const t = useTranslation();
  const ruleText = useRuleText();
  return (
    <div className="grid gap-5">
      {role.isBuiltIn && (
        <p className="rounded-lg bg-sunken px-4 py-3 text-13 text-ink-2">{t("members.builtInNote")}</p>
      )}
      <Card title={t("kit.details")}>
        <DescriptionList>
          <DescriptionItem name={t("members.type")}>
            {t(role.type === "admin" ? "members.typeAdminHint" : "members.typeMemberHint")}
          </DescriptionItem>
          <DescriptionItem name={t("members.holders")}>
            <span className="tnum">{role.members}</span>
          </DescriptionItem>
          {role.type === "member" && (
            <>
              <DescriptionItem name={t("members.fields")}>
                {role.fields.length > 0 ? (
                  <Badges names={role.fields.map(({ name }) => name)} limit={50} />
                ) : (
                  t("members.fieldsPublic")
                )}
              </DescriptionItem>
              {ruleNames.map((rule) => (
                <DescriptionItem key={rule} name={t(ruleLabels[rule])}>
                  {ruleText(role.bookingRules, rule) ?? t("members.rulesInherit")}
                </DescriptionItem>
              ))}
            </>
          )}
          <DescriptionItem name={t("kit.created")}>
            <DateTime at={role.created_at} />
          </DescriptionItem>
          <DescriptionItem name={t("kit.updated")}>
            <DateTime at={role.updated_at} />
          </DescriptionItem>
        </DescriptionList>
      </Card>
      <Card title={t("members.rolePermissions")}>
        <PermissionMatrix
          granted={role.permissions}
          {...(role.type === "member" ? { shown: memberRolePermissions } : {})}
        />
      </Card>
    </div>
  );
}

function DeleteRole({ role }: { role: Role }) {
  const t = useTranslation();
  const id = useId();
  const { organizationId, path } = useScope();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const mayGive = useCanAssignRole();
  const [replacement, setReplacement] = useState<number>();
  const params = { organizationId };
  const all = useQuery(endpointQuery(members.roles, { params, query: { per_page: 100 } })).data?.data ?? [];
  const remove = useMutation(endpointMutation(members.deleteRole));
  const options = all
    .filter((other) => other.id !== role.id && other.type === role.type && other.id !== OWNER_ROLE_ID && mayGive(other))
    .map((other) => ({ value: other.id, label: roleName(t, other) }));
  // Only the server counts open invitations to the role: its refusal makes the dialog ask.
  const asks = role.members > 0 || remove.error !== null;
  const leave = async () => {
    await remove.mutateAsync({ params: { organizationId, roleId: String(role.id) }, query: { replacement } });
    for (const { name } of [members.roles, members.list, members.read, members.min])
      void cache.invalidateQueries({ queryKey: [name] });
    await navigate({ to: path("/roles") });
  };
  return (
    <DeleteButton
      label={t("members.deleteRole")}
      title={t("members.deleteRoleTitle", { name: role.name })}
      onConfirm={leave}
    >
      {role.members === 0 ? t("members.deleteRoleText") : t("members.deleteRoleHeld", { count: role.members })}
      {asks && (
        <span className="mt-4 grid gap-1.5 text-ink">
          <label htmlFor={id} className="text-13 font-medium">
            {t("members.replacement")}
          </label>
          <Select
            id={id}
            options={options}
            value={replacement}
            onValueChange={setReplacement}
            placeholder={t("kit.choose")}
          />
        </span>
      )}
    </DeleteButton>
  );
}
