import { expect, test } from "vitest";
import { encodeLatin9 } from "./latin9.ts";

test("signs of French have their byte, others a similar one", () => {
  expect([...encodeLatin9("É€œŸ ç")]).toEqual([0xc9, 0xa4, 0xbd, 0xbe, 0x20, 0xe7]);
  expect(encodeLatin9("Łukasz – “Ștefan’s” … ½ ﬁ").toString("latin1")).toBe(`Lukasz - "Stefan's" ... ? fi`);
  expect(encodeLatin9("東京 🎾").toString("latin1")).toBe("?? ?");
  expect(encodeLatin9("E\u0301").toString("latin1")).toBe("É");
});
