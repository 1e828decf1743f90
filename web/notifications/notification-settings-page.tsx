/** Kinds of notifications that a person chooses; each choice is saved at once. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import {
  bundledMailKinds,
  type NotificationChoice,
  notificationChoices,
  type NotificationPreferences,
  notifications,
  notificationTopics,
  teamMailKinds,
  topicOfKind,
} from "#contract/notifications.ts";
import type { MessageKey } from "#messages/keys.ts";
import { kindLabels } from "#contract/notifications-labels-rules.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { FormSection } from "#web/kit/form/form-section.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { cx } from "#web/kit/ui/cx.ts";
import { Page } from "#web/kit/ui/page.tsx";
import { SegmentedControl } from "#web/kit/ui/segmented-control.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { Switch } from "#web/kit/ui/switch.tsx";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { kindHints, topicLabels } from "./labels.ts";
import { OwnLead } from "./own-lead.tsx";
import { PushDevice } from "./push-device.tsx";

type Preference = NotificationPreferences["preferences"][number];
const preferencesQuery = () => endpointQuery(notifications.preferences, undefined, { quiet: true });

export function NotificationSettingsPage() {
  const t = useTranslation();
  const { data, error, refetch } = useQuery(preferencesQuery());
  const preferences = data?.data.preferences;
  const topics = notificationTopics
    .map((topic) => ({ topic, own: preferences?.filter(({ kind }) => topicOfKind[kind] === topic) ?? [] }))
    .filter(({ own }) => own.length > 0);
  return (
    <Page title={t("notifications.title")} subtitle={t("notifications.settingsText")}>
      {error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : !preferences ? (
        <div aria-busy className="grid gap-4">
          <Skeleton className="h-28 w-full" />
          <Skeleton className="h-28 w-full" />
        </div>
      ) : (
        <div className="grid gap-6">
          <PushDevice />
          {topics.map(({ topic, own }) => (
            <FormSection key={topic} title={t(topicLabels[topic])}>
              {own
                .filter(({ channel }) => channel === "app")
                .map((preference) => (
                  <KindChoices
                    key={preference.kind}
                    app={preference}
                    others={own.filter(({ kind, channel }) => kind === preference.kind && channel !== "app")}
                  />
                ))}
            </FormSection>
          ))}
          <OwnLead lead={data.data.reminderLead} />
        </div>
      )}
    </Page>
  );
}

const channelLabels = {
  push: "notifications.onDevices",
  sms: "notifications.bySms",
  mail: "notifications.byMail",
} as const satisfies Record<Exclude<Preference["channel"], "app">, MessageKey>;

interface KindChoicesProps {
  app: Preference;
  others: readonly Preference[];
}

const choiceLabels = {
  at_once: "notifications.byMailAtOnce",
  daily: "notifications.byMailDaily",
  off: "notifications.byMailOff",
} as const satisfies Record<NotificationChoice, MessageKey>;

const isTeamMail = ({ kind, channel }: Preference): boolean => channel === "mail" && teamMailKinds.includes(kind);

const isBundledMail = ({ kind, channel }: Preference): boolean => channel === "mail" && bundledMailKinds.includes(kind);

/** Devices and these mails tell what the application does, so that a kind that is off there is off on them. */
function KindChoices({ app, others }: KindChoicesProps) {
  const t = useTranslation();
  const id = useId();
  return (
    <div className="grid gap-2.5">
      <PreferenceSwitch preference={app} id={id} label={t(kindLabels[app.kind])} hint={t(kindHints[app.kind])} />
      {others.map((preference) =>
        preference.channel === "app" ? null : (
          <PreferenceSwitch
            key={preference.channel}
            preference={preference}
            id={`${id}-${preference.channel}`}
            label={t(channelLabels[preference.channel])}
            describedBy={id}
            disabled={(preference.channel === "push" || isBundledMail(preference)) && app.choice === "off"}
          />
        ),
      )}
    </div>
  );
}

interface PreferenceSwitchProps {
  preference: Preference;
  id: string;
  label: string;
  hint?: string;
  /** Id of the switch whose label says which kind it is about. */
  describedBy?: string;
  disabled?: boolean;
}

function PreferenceSwitch({ preference, id, label, hint, describedBy, disabled = false }: PreferenceSwitchProps) {
  const { kind, channel, choice } = preference;
  const t = useTranslation();
  const cache = useQueryClient();
  const save = useMutation({
    ...endpointMutation(notifications.changePreferences),
    // Send changes in order, so that the last choice is the one saved.
    scope: { id: "notification-preferences" },
    onSuccess: (answer) => cache.setQueryData(preferencesQuery().queryKey, answer),
  });
  const choose = (next: Preference["choice"]) =>
    save.mutate({ body: { preferences: [{ kind, channel, choice: next }] } });
  // A choice that could not be saved stays, to be tried again.
  const sent = typeof save.variables === "object" ? save.variables.body?.preferences?.[0]?.choice : undefined;
  const wanted = save.isPending || save.isError ? sent : undefined;
  const shown = wanted ?? choice;
  // Each of several radio buttons has its own label.
  const Label = isTeamMail(preference) ? "span" : "label";
  return (
    <div className={cx("flex items-start justify-between gap-x-4 gap-y-1.5", isTeamMail(preference) && "flex-wrap")}>
      <div className="grid min-w-0 gap-1">
        <Label
          id={`${id}-label`}
          htmlFor={Label === "label" ? id : undefined}
          className={hint ? "text-13 font-medium" : "text-13 text-ink-2"}
        >
          {label}
        </Label>
        {hint && (
          <p id={`${id}-hint`} className="text-xs text-ink-3">
            {hint}
          </p>
        )}
        {save.isError && (
          <p role="alert" className="text-xs text-danger">
            {t("notifications.notSaved")}{" "}
            <button type="button" onClick={() => choose(shown)} className={textLinkClass}>
              {t("kit.retry")}
            </button>
          </p>
        )}
      </div>
      {isTeamMail(preference) ? (
        <SegmentedControl
          name={id}
          aria-labelledby={`${id}-label`}
          aria-describedby={`${describedBy ?? id}-label`}
          aria-invalid={save.isError}
          disabled={disabled}
          options={notificationChoices.map((value) => ({ value, label: t(choiceLabels[value]) }))}
          value={disabled ? "off" : shown}
          onValueChange={choose}
        />
      ) : (
        <Switch
          id={id}
          aria-describedby={describedBy ? `${describedBy}-label` : `${id}-hint`}
          aria-invalid={save.isError || undefined}
          disabled={disabled}
          checked={shown === "at_once" && !disabled}
          onCheckedChange={(isOn) => choose(isOn ? "at_once" : "off")}
        />
      )}
    </div>
  );
}
