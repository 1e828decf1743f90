import { timezonesByCountry } from "#contract/general-timezones-rules.ts";
import { countries, countryIds } from "#contract/general-countries-rules.ts";
import { general } from "#contract/general.ts";
import { findPushKey } from "#server/kit/notify/web-push.ts";
import { openapiDocument } from "#server/kit/http/openapi.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { release } from "#server/kit/process/release.ts";
import { languages } from "#messages/translator.ts";

export default serveModule(general, {
  config: async ({ appContext }) => ({
    version: release,
    languages: [...languages],
    demo: appContext.config.demo,
    payments: appContext.config.payments.mode,
    addresses: [...appContext.config.addresses.providers],
    sms: appContext.config.sms !== undefined,
    push: appContext.config.hasServiceWorker ? { key: await findPushKey(appContext.db) } : null,
    operator: appContext.config.operator,
    processors: [...appContext.config.processors],
  }),
  async countries({ language }) {
    const names = new Intl.DisplayNames(language, { type: "region" });
    const listed = countryIds.map((id) => {
      const { code, currency } = countries[id];
      return { id, code, name: names.of(code) ?? code, currency, timezones: [...timezonesByCountry[code]] };
    });
    const { compare } = new Intl.Collator(language);
    return listed.sort((a, b) => compare(a.name, b.name));
  },
  async openapi({ reply }) {
    reply.type("application/json; charset=utf-8").compress(JSON.stringify(openapiDocument()));
    await reply;
  },
});
