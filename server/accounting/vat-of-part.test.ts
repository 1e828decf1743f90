import { expect, test } from "vitest";
import { vatOfPart } from "./vat-of-part.ts";

const court = { rate: 2000, net: 2000, vat: 400, gross: 2400 };
const ticket = { rate: 550, net: 190, vat: 10, gross: 200 };

test("half of 26.00 at two rates has half of the VAT of each, the other half the rest", () => {
  expect(vatOfPart([court, ticket], 1300)).toEqual([
    { rate: 2000, net: 1000, vat: 200, gross: 1200 },
    { rate: 550, net: 95, vat: 5, gross: 100 },
  ]);
  expect(vatOfPart([court, ticket], 2600)).toEqual([court, ticket]);
});

test("nothing paid has no VAT, and an invoice that is credited in full has none left", () => {
  expect(vatOfPart([court], 0)).toEqual([{ rate: 2000, net: 0, vat: 0, gross: 0 }]);
  expect(vatOfPart([{ rate: 2000, net: 0, vat: 0, gross: 0 }], 0)).toEqual([{ rate: 2000, net: 0, vat: 0, gross: 0 }]);
});

test("parts of a third add up to the invoice, to the cent", () => {
  const whole = { rate: 2000, net: 8333, vat: 1666, gross: 9999 };
  const told = [3333, 6666, 9999].map((paid) => vatOfPart([whole], paid)[0]?.vat ?? 0);
  expect(told).toEqual([555, 1111, 1666]);
});
