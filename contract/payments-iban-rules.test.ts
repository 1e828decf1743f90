import { expect, test } from "vitest";
import { BankAccountDraft } from "./payments.ts";
import { compactAccountNumber, formatIban, findIbanFault, isBic } from "./payments-iban-rules.ts";

test("IBANs of many countries are right, as their banks publish them", () => {
  const published = [
    "FR14 2004 1010 0505 0001 3M02 606",
    "FR76 3000 6000 0112 3456 7890 189",
    "DE89 3704 0044 0532 0130 00",
    "BE68 5390 0754 7034",
    "CH93 0076 2011 6238 5295 7",
    "MC58 1122 2000 0101 2345 6789 030",
    "MT84 MALT 0110 0001 2345 MTLC AST0 01S",
    "NO93 8601 1117 947",
    "GB29 NWBK 6016 1331 9268 19",
  ];
  expect(published.map((iban) => findIbanFault(compactAccountNumber(iban)))).toEqual(published.map(() => null));
});

test("each kind of IBAN error has its own message", () => {
  expect(findIbanFault("30006000011234567890189")).toBe("form");
  expect(findIbanFault("US7630006000011234567890189")).toBe("country");
  expect(findIbanFault("FR763000600001123456789018")).toBe("length");
  expect(findIbanFault("FR7630006000011234567890198")).toBe("checksum");
});

test("each mistake of one digit, and each swap of two neighbours, is found", () => {
  const right = "FR7630006000011234567890189";
  for (let at = 2; at < right.length; at += 1) {
    const other = String((Number(right[at]) + 1) % 10);
    expect(findIbanFault(right.slice(0, at) + other + right.slice(at + 1))).toBe("checksum");
    const next = right[at + 1];
    if (next === undefined || next === right[at]) continue;
    expect(findIbanFault(right.slice(0, at) + next + right[at] + right.slice(at + 2))).toBe("checksum");
  }
});

test("a BIC has eight or eleven signs", () => {
  expect(["AGRIFRPP", "AGRIFRPP882", "BNPAFRPPXXX"].map(isBic)).toEqual([true, true, true]);
  expect(["AGRIFRP", "AGRIFRPP88", "AGRI12PP", "agrifrpp"].map(isBic)).toEqual([false, false, false, false]);
});

test("a draft takes them as people write them, keeps them bare, and says what is wrong beside each", () => {
  const draft = { active: true, holder: "Tennis Club", iban: "fr76 3000-6000 0112 3456 7890 189", bic: "agri fr pp" };
  expect(BankAccountDraft.parse(draft)).toEqual({
    ...draft,
    iban: "FR7630006000011234567890189",
    bic: "AGRIFRPP",
    paymentDays: 5,
  });
  const messages = (more: object) => {
    const { error } = BankAccountDraft.safeParse({ ...draft, ...more });
    return error?.issues.map(({ path, message }) => [path.join("."), message]);
  };
  expect(messages({ iban: "FR7630006000011234567890198" })).toEqual([["iban", "payments.ibanChecksum"]]);
  expect(messages({ iban: "FR76" })).toEqual([["iban", "payments.ibanForm"]]);
  expect(messages({ bic: "AGRI" })).toEqual([["bic", "payments.bicForm"]]);
  expect(formatIban("FR7630006000011234567890189")).toBe("FR76 3000 6000 0112 3456 7890 189");
});
