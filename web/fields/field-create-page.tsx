import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { facilities } from "#contract/facilities.ts";
import { fields } from "#contract/fields.ts";
import { organizations } from "#contract/organizations.ts";
import { read, write } from "#web/kit/api.ts";
import { DetailSkeleton } from "#web/kit/detail-skeleton.tsx";
import { Page } from "#web/kit/page.tsx";
import { useScope } from "#web/kit/scope.ts";
import { useWords } from "#web/kit/words.ts";
import { FieldForm } from "./field-form.tsx";

/** What one sees change with a new field: its lists, and the sports of its facility. */
const changed = [fields.list, fields.search, fields.byFacility, facilities.list, facilities.read];

export function FieldCreatePage() {
  const t = useWords();
  const { organizationId, isPlatform, can, path } = useScope();
  const facilityId = useSearch({ strict: false, select: (search: { facilityId?: string }) => search.facilityId ?? "" });
  const facility = useQuery({
    ...read(facilities.read, { params: { organizationId, facilityId } }),
    enabled: facilityId !== "",
  });
  const organization = useQuery({
    ...read(organizations.read, { params: { organizationId } }),
    enabled: !isPlatform && can(organizations.read),
  });
  const chosen = facility.data && { facilityId, organizationId: facility.data.data.organization.id };
  const navigate = useNavigate();
  const cache = useQueryClient();
  const create = useMutation({
    ...write(fields.create),
    onSuccess: async ({ data }) => {
      for (const { name } of changed) void cache.invalidateQueries({ queryKey: [name] });
      cache.setQueryData(read(fields.read, { params: { organizationId, fieldId: data.id } }).queryKey, { data });
      await navigate({ to: path(`/fields/${data.id}`) });
    },
  });
  return (
    <Page
      title={t("fields.create")}
      crumbs={[
        <Link key="list" to={path("/fields")}>
          {t("fields.title")}
        </Link>,
      ]}
    >
      {facility.isLoading || organization.isLoading ? (
        <DetailSkeleton rows={8} aside={false} />
      ) : (
        <FieldForm
          askOrganization={isPlatform}
          chosen={chosen}
          organization={organization.data?.data}
          onSave={(body) =>
            create.mutateAsync({
              params: { organizationId: isPlatform ? (body.organizationId ?? "") : organizationId },
              body,
            })
          }
        />
      )}
    </Page>
  );
}
