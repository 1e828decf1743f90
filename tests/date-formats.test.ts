import { enforceRules, isSource, codeMatches } from "./support/project-rules.ts";

const formats = "messages/dates.ts";

enforceRules({
  "days and times are written by the shared formats alone": {
    find: (files) =>
      codeMatches(
        files.filter((file) => isSource(file) && file.path !== formats),
        /\bDateTimeFormat\b|\btoLocale(?:Date|Time)?String\b/,
      ),
    breakage: {
      "server/events/mail.ts": "new Intl.DateTimeFormat(language, { dateStyle: 'full' })",
      "web/events/event-page.tsx": "start.toLocaleDateString()",
    },
  },
});
