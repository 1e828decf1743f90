import { useMutation, useQueryClient } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { organizations } from "#contract/organizations.ts";
import { endpointMutation } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { useOrganizationJoining } from "#web/organizations/use-organization.ts";

/** Proposes that visitors may ask to join, which new organizations do not let them. */
export function JoiningProposal() {
  const t = useTranslation();
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const joining = useOrganizationJoining();
  const open = useMutation({
    ...endpointMutation(organizations.update),
    onSuccess: () => cache.invalidateQueries({ queryKey: [organizations.read.name] }),
  });
  if (joining !== "closed") return null;
  return (
    <section
      aria-labelledby="joining-proposal"
      className="flex flex-wrap items-center gap-3 rounded-lg border border-line bg-sunken p-3 text-13"
    >
      <UserPlus className="size-4 shrink-0 text-ink-3" aria-hidden />
      <div className="min-w-48 flex-1">
        <h2 id="joining-proposal" className="font-medium">
          {t("pages.joinClosed")}
        </h2>
        <p className="text-ink-2">{t("pages.joinClosedText")}</p>
      </div>
      <Button
        pending={open.isPending}
        onClick={() => open.mutate({ params: { organizationId }, body: { joining: "request" } })}
      >
        {t("pages.joinOpen")}
      </Button>
    </section>
  );
}
