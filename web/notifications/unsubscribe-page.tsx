/** Turns off mails of one kind by the link in each of them: after a press, because mail programs open links by themselves. */
import { QueryClientProvider, useMutation } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { notifications, TEAM_MAILS, unsubscribableMails } from "#contract/notifications.ts";
import { kindLabels } from "#contract/notifications-labels-rules.ts";
import { PublicPageHeading } from "#web/accounts/public-layout.tsx";
import { ApiError, call } from "#web/kit/data/api.ts";
import { queryClient } from "#web/kit/data/query-client.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button, buttonClass } from "#web/kit/ui/button.tsx";

export const UnsubscribePage = () => (
  <QueryClientProvider client={queryClient}>
    <Unsubscribe />
  </QueryClientProvider>
);

function Unsubscribe() {
  const t = useTranslation();
  const { secret = "" } = useParams({ strict: false });
  const named = secret.split("~")[1];
  const kind = unsubscribableMails.find((one) => one === named);
  const turnOff = useMutation({
    mutationFn: () => call(notifications.stopMails, { params: { secret }, body: {} }, { quiet: true }),
  });
  const { error } = turnOff;
  if (!kind || (error instanceof ApiError && error.status === 404))
    return (
      <div className="grid gap-6">
        <PublicPageHeading title={t("notifications.unsubscribeTitle")}>
          {t("notifications.unsubscribeWrong")}
        </PublicPageHeading>
        <SettingsLink />
      </div>
    );
  const what = t(kind === TEAM_MAILS ? "notifications.teamNews" : kindLabels[kind]);
  if (turnOff.isSuccess)
    return (
      <div className="grid gap-6" role="status">
        <PublicPageHeading title={t("notifications.unsubscribed")}>
          {t("notifications.unsubscribedText", { what })}
        </PublicPageHeading>
        <SettingsLink />
      </div>
    );
  return (
    <div className="grid gap-6">
      <PublicPageHeading title={t("notifications.unsubscribeTitle")}>
        {t("notifications.unsubscribeText", { what })}
      </PublicPageHeading>
      <div className="grid gap-2">
        <Button variant="primary" size="lg" pending={turnOff.isPending} onClick={() => turnOff.mutate()}>
          {t("notifications.unsubscribe")}
        </Button>
        {error && (
          <p role="alert" className="text-13 text-danger">
            {error.message}
          </p>
        )}
        <SettingsLink />
      </div>
    </div>
  );
}

function SettingsLink() {
  const t = useTranslation();
  return (
    <Link to="/settings/notifications" className={buttonClass("secondary", "lg", "w-full")}>
      {t("notifications.chooseAll")}
    </Link>
  );
}
