/** Privacy settings of a person in each organization. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useId } from "react";
import { type Listing, listings, members, type OwnMembership } from "#contract/members.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { Card } from "#web/kit/ui/card.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { FormSection } from "#web/kit/form/form-section.tsx";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { Select } from "#web/kit/ui/select.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { listingLabels } from "./labels.ts";

export function PrivacyPage() {
  const t = useTranslation();
  const { data, error, refetch } = useQuery(endpointQuery(members.mine, undefined));
  return (
    <Page title={t("members.privacy")}>
      <FormSection title={t("members.listed")} hint={t("members.privacyText")}>
        {error ? (
          <ErrorState error={error} onRetry={refetch} />
        ) : !data ? (
          <Skeleton className="h-28 w-full" />
        ) : data.data.length === 0 ? (
          <Card>
            <EmptyState icon={ShieldCheck} title={t("members.noMemberships")} />
          </Card>
        ) : (
          data.data.map((membership) => <MembershipPrivacy key={membership.id} membership={membership} />)
        )}
      </FormSection>
    </Page>
  );
}

function MembershipPrivacy({ membership: { id, name, listed, bookingPrivacy } }: { membership: OwnMembership }) {
  const t = useTranslation();
  const cache = useQueryClient();
  const hintId = useId();
  const save = useMutation({
    ...endpointMutation(members.updateMine),
    onSettled: () => cache.invalidateQueries({ queryKey: [members.mine.name] }),
  });
  return (
    <Card padded title={name}>
      <div className="grid gap-2">
        <Select<Listing>
          aria-label={`${t("members.listed")}, ${name}`}
          aria-describedby={hintId}
          className="max-w-80"
          options={listings.map((value) => ({ value, label: t(listingLabels[value]) }))}
          value={save.isPending ? save.variables.body.listed : listed}
          onValueChange={(next) => save.mutate({ params: { organizationId: id }, body: { listed: next } })}
        />
        <p id={hintId} className="text-xs text-ink-3">
          {t(bookingPrivacy === "public" ? "members.listedHint" : "members.listedPrivate")}
        </p>
      </div>
    </Card>
  );
}
