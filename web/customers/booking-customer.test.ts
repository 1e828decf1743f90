import { expect, test } from "vitest";
import { blankCustomer, isSamePerson, splitTypedCustomer, toCustomerChoice } from "./booking-customer.ts";

test("what was typed to find somebody becomes the name, telephone number and email of a new customer", () => {
  const typed: [string, string, string, string][] = [
    ["Marc Lebrun", "Marc Lebrun", "", ""],
    ["06 12 34 56 78", "", "06 12 34 56 78", ""],
    ["Marc Lebrun +33 6.12.34.56.78", "Marc Lebrun", "+33 6.12.34.56.78", ""],
    ["zoe@club.example", "", "", "zoe@club.example"],
    ["Zoé zoe@club.example 0612345678", "Zoé", "0612345678", "zoe@club.example"],
    ["Team 2024", "Team 2024", "", ""],
    ["  ", "", "", ""],
  ];
  for (const [text, name, phone, email] of typed) expect(splitTypedCustomer(text)).toEqual({ name, phone, email });
});

test("a known customer is sent by id with what was learned of them, a new one by name and contact", () => {
  expect(toCustomerChoice({ ...blankCustomer, customerId: "c1", name: "Zoé", phone: "0612345678" })).toEqual({
    customerId: "c1",
    phone: "0612345678",
  });
  expect(toCustomerChoice({ ...blankCustomer, name: "Zoé", email: "zoe@club.example" })).toEqual({
    name: "Zoé",
    email: "zoe@club.example",
  });
  expect(toCustomerChoice({ ...blankCustomer })).toBeUndefined();
});

test("nobody is asked about the same name with the same number or email, or about a name alone without any contact", () => {
  const typed = { ...blankCustomer, name: "marc LEBRUN", phone: "0612345678", email: null };
  expect(isSamePerson({ name: "Marc Lebrun", phone: "06 12 34 56 78", email: null }, typed)).toBe(true);
  expect(isSamePerson({ name: "Marc Lebrun", phone: null, email: null }, typed)).toBe(false);
  expect(isSamePerson({ name: "Zoé", phone: null, email: null }, { ...blankCustomer, name: "zoe", phone: null })).toBe(
    true,
  );
  const byEmail = { ...blankCustomer, name: "Zoé", phone: null, email: "z@club.example" };
  expect(isSamePerson({ name: "Zoé", phone: "06", email: "z@club.example" }, byEmail)).toBe(true);
});
