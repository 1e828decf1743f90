/** Preferences of a person: language and theme. */
import { useMutation } from "@tanstack/react-query";
import { Monitor, Moon, Sun } from "lucide-react";
import { useId } from "react";
import { accounts } from "#contract/accounts.ts";
import { MAX_KEPT_HOURS, storageKeys } from "#contract/personal-data.ts";
import { endpointMutation } from "#web/kit/data/api.ts";
import { ChoiceCards } from "#web/kit/ui/choice-cards.tsx";
import { FormSection } from "#web/kit/form/form-section.tsx";
import { queryClient } from "#web/kit/data/query-client.ts";
import { Page } from "#web/kit/ui/page.tsx";
import { isTeamMember, userQuery, useScope, useUser } from "#web/kit/data/scope.ts";
import { forgetAnswers } from "#web/kit/data/session.ts";
import { useLocalStorage } from "#web/kit/data/use-local-storage.ts";
import { Switch } from "#web/kit/ui/switch.tsx";
import { setTheme, type Theme, useTheme } from "#web/kit/ui/theme.ts";
import { type Language, setLanguage, useLanguage, useTranslation } from "#web/kit/format/translation.ts";

export function PreferencesPage() {
  const t = useTranslation();
  const language = useLanguage();
  const theme = useTheme();
  const isOfTeam = isTeamMember(useScope());
  const save = useMutation({
    ...endpointMutation(accounts.updateUser),
    // Send changes in order, so that the last choice is the one saved.
    scope: { id: "preferences" },
    onSuccess: (answer) => queryClient.setQueryData(userQuery().queryKey, answer),
  });
  const chooseLanguage = async (next: Language) => {
    await setLanguage(next);
    save.mutate({ body: { language: next } });
    // Reload texts that the server translates, such as sports.
    await queryClient.invalidateQueries({ predicate: ({ queryKey: [name] }) => name !== accounts.user.name });
  };
  const chooseTheme = (next: Theme) => {
    setTheme(next);
    save.mutate({ body: { theme: next } });
  };
  return (
    <Page title={t("accounts.preferences")}>
      <div className="grid gap-6">
        <FormSection title={t("accounts.language")} hint={t("accounts.languageText")}>
          <ChoiceCards
            name="language"
            label={t("accounts.language")}
            value={language}
            onChoose={(next) => void chooseLanguage(next)}
            choices={[
              { value: "en", label: "English", lang: "en" },
              { value: "fr", label: "Français", lang: "fr" },
            ]}
          />
        </FormSection>
        <FormSection title={t("accounts.theme")} hint={t("accounts.themeText")}>
          <ChoiceCards
            name="theme"
            label={t("accounts.theme")}
            value={theme}
            onChoose={chooseTheme}
            choices={[
              { value: "light", label: t("accounts.themeLight"), icon: Sun, picture: <ThemePicture theme="light" /> },
              { value: "dark", label: t("accounts.themeDark"), icon: Moon, picture: <ThemePicture theme="dark" /> },
              {
                value: "system",
                label: t("accounts.themeSystem"),
                icon: Monitor,
                picture: <ThemePicture theme="system" />,
              },
            ]}
          />
        </FormSection>
        {isOfTeam && <KeepDay />}
      </div>
    </Page>
  );
}

/** The choice of a person in this browser: it names the account, and means nothing to another one. */
function KeepDay() {
  const t = useTranslation();
  const { id } = useUser();
  const [kept, remember] = useLocalStorage(storageKeys.keptDay);
  const switchId = useId();
  const hintId = useId();
  return (
    <FormSection title={t("accounts.device")} hint={t("accounts.deviceText")}>
      <div className="flex min-h-11 items-start justify-between gap-4">
        <div className="grid gap-0.5">
          <label htmlFor={switchId} className="font-medium">
            {t("accounts.keepDay")}
          </label>
          <p id={hintId} className="max-w-prose text-13 text-ink-3">
            {t("accounts.keepDayHint", { hours: MAX_KEPT_HOURS })}
          </p>
        </div>
        <Switch
          id={switchId}
          aria-describedby={hintId}
          checked={kept === id}
          onCheckedChange={(isKept) => {
            remember(isKept ? id : "");
            // Nothing stays that is no longer wanted; one's own bookings are kept again within minutes.
            if (!isKept) void forgetAnswers();
          }}
        />
      </div>
    </FormSection>
  );
}

function ThemePicture({ theme }: { theme: Theme }) {
  return (
    <span className="flex h-24 border-b border-line" aria-hidden>
      {(theme === "system" ? (["light", "dark"] as const) : [theme]).map((scheme) => (
        <span key={scheme} className="flex-1 overflow-hidden bg-canvas pt-3 pl-3" style={{ colorScheme: scheme }}>
          <span className="flex h-full gap-2">
            <span className="grid w-4 content-start gap-1 pt-1">
              <span className="size-2.5 rounded-[3px] bg-accent" />
              <span className="mt-1 h-1 rounded-full bg-line-strong" />
              <span className="h-1 rounded-full bg-line-strong" />
              <span className="h-1 w-3 rounded-full bg-line-strong" />
            </span>
            <span className="grid flex-1 content-start gap-1.5 rounded-tl-lg border-t border-l border-line bg-surface p-2.5">
              <span className="h-1.5 w-1/2 rounded-full bg-ink" />
              <span className="mt-1 h-1 w-4/5 rounded-full bg-line-strong" />
              <span className="h-1 w-3/5 rounded-full bg-line-strong" />
              <span className="mt-0.5 h-3 w-8 rounded-[3px] bg-accent" />
            </span>
          </span>
        </span>
      ))}
    </span>
  );
}
