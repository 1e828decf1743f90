import { useMutation } from "@tanstack/react-query";
import { Monitor, Moon, Sun } from "lucide-react";
import { accounts } from "#contract/accounts.ts";
import { write } from "#web/kit/api.ts";
import { queryClient } from "#web/kit/query.ts";
import { Page } from "#web/kit/page.tsx";
import { userQuery } from "#web/kit/scope.ts";
import { setTheme, type Theme, useTheme } from "#web/kit/theme.ts";
import { type Language, setLanguage, useLanguage, useWords } from "#web/kit/words.ts";
import { ChoiceCards } from "./choice-cards.tsx";
import { SettingsSection } from "./settings-section.tsx";
import { ThemePicture } from "./theme-picture.tsx";

export function PreferencesPage() {
  const t = useWords();
  const language = useLanguage();
  const theme = useTheme();
  const save = useMutation({
    ...write(accounts.updateUser),
    onSuccess: (answer) => queryClient.setQueryData(userQuery().queryKey, answer),
  });
  const chooseLanguage = async (next: Language) => {
    await setLanguage(next);
    save.mutate({ body: { language: next } });
    // What the server has worded, such as the sports, is asked for again.
    await queryClient.invalidateQueries({ predicate: ({ queryKey: [name] }) => name !== accounts.user.name });
  };
  const chooseTheme = (next: Theme) => {
    setTheme(next);
    save.mutate({ body: { theme: next } });
  };
  return (
    <Page title={t("accounts.preferences")}>
      <SettingsSection title={t("accounts.language")} text={t("accounts.languageText")}>
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
      </SettingsSection>
      <SettingsSection title={t("accounts.theme")} text={t("accounts.themeText")}>
        <ChoiceCards
          name="theme"
          label={t("accounts.theme")}
          value={theme}
          onChoose={chooseTheme}
          choices={[
            { value: "light", label: t("accounts.themeLight"), icon: Sun, picture: <ThemePicture theme="light" /> },
            { value: "dark", label: t("accounts.themeDark"), icon: Moon, picture: <ThemePicture theme="dark" /> },
            { value: "system", label: t("accounts.themeSystem"), icon: Monitor, picture: <ThemePicture theme="system" /> },
          ]}
        />
      </SettingsSection>
    </Page>
  );
}
