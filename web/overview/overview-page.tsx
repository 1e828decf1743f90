import { useUser } from "#web/kit/scope.ts";
import { Page } from "#web/kit/page.tsx";
import { useWords } from "#web/kit/words.ts";

export function OverviewPage() {
  const t = useWords();
  const user = useUser();
  return <Page title={t("overview.title")}>{user.fullName}</Page>;
}
