import { readFileSync } from "node:fs";
import { countryCodes, countryIds, general } from "#contract/general.ts";
import { openapiDocument } from "#server/kit/http/openapi.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { languages } from "#messages/translator.ts";

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  version: string;
};

export default serveModule(general, {
  config: async ({ appContext }) => ({
    version,
    languages: [...languages],
    demo: appContext.config.demo,
    payments: appContext.config.payments.mode,
    addresses: [...appContext.config.addresses.providers],
  }),
  async countries({ language }) {
    const names = new Intl.DisplayNames(language, { type: "region" });
    return countryIds.map((id) => ({
      id,
      code: countryCodes[id],
      name: names.of(countryCodes[id]) ?? countryCodes[id],
    }));
  },
  async openapi({ reply }) {
    reply.type("application/json; charset=utf-8").compress(JSON.stringify(openapiDocument()));
    await reply;
  },
});
