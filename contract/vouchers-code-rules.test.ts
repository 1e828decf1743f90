import { expect, test } from "vitest";
import { codeEndOf, formatVoucherCode, parseVoucherCode } from "./vouchers-code-rules.ts";

test("a code is read however it was typed", () => {
  for (const typed of ["7K2M9QX01TGH", "7k2m-9qx0-1tgh", " 7k2m 9qxo itgh ", "7K2M–9QXO–LTGH"])
    expect(parseVoucherCode(typed)).toBe("7K2M9QX01TGH");
  expect(formatVoucherCode("7K2M9QX01TGH")).toBe("7K2M-9QX0-1TGH");
  expect(codeEndOf("7K2M9QX01TGH")).toBe("1TGH");
});

test("what is no code is none", () => {
  for (const typed of ["", "7K2M", "7K2M9QX01TGHA", "7K2M9QX01TGU", "7K2M9QX01TG!", "ΑΒΓΔΑΒΓΔΑΒΓΔ"])
    expect(parseVoucherCode(typed)).toBeNull();
});
