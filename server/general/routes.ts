import { readFileSync } from "node:fs";
import { countryCodes, countryIds, general } from "#contract/general.ts";
import { openapi } from "#server/kit/openapi.ts";
import { serve } from "#server/kit/serve.ts";
import { languages } from "#words/words.ts";

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  version: string;
};

export default serve(general, {
  config: async ({ house }) => ({
    version,
    languages: [...languages],
    demo: house.config.demo,
    payments: house.config.payments.mode,
    addresses: [...house.config.addresses.providers],
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
    await reply.type("application/json; charset=utf-8").send(openapi());
  },
});
