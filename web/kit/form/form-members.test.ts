import { expect, test } from "vitest";
import { eachOf, formMembers, notInForm } from "./form-members.ts";

interface Draft {
  name: string;
  lights?: boolean | null;
  heating?: boolean | null;
  fieldIds: string[];
  organizationId?: string;
}
interface Role {
  name: string;
  lights: boolean | null;
  heating: boolean | null;
  fields: { id: string }[];
}
const fieldIds = { blank: [], from: ({ fields }: Role) => fields.map(({ id }) => id) };
const comforts = eachOf(["lights", "heating"], { blank: null });
const organizationId = notInForm("the one of the path");
const form = formMembers<Draft, Role>({ name: { blank: "" }, ...comforts, fieldIds, organizationId });

test("a new one begins blank, and one to edit with what it has", () => {
  expect(form.blank).toEqual({ name: "", lights: null, heating: null, fieldIds: [] });
  const role = { name: "Coach", lights: true, heating: null, fields: [{ id: "a" }], members: 4 };
  expect(form.filledWith(role)).toEqual({ name: "Coach", lights: true, heating: null, fieldIds: ["a"] });
});

test("what a record does not know is left out", () => {
  const { blank, filledWith } = formMembers<{ name?: string }, Role>({ name: { from: () => undefined } });
  expect([blank, filledWith({ name: "Coach", lights: null, heating: null, fields: [] })]).toEqual([{}, {}]);
});

test("a form that forgets a member, invents one or reads one of another kind does not compile", () => {
  // @ts-expect-error -- `fieldIds` is missing
  formMembers<Draft, Role>({ name: { blank: "" }, ...comforts, organizationId });
  // @ts-expect-error -- a role has no `fieldIds` of its own
  formMembers<Draft, Role>({ name: { blank: "" }, ...comforts, fieldIds: { blank: [] }, organizationId });
  // @ts-expect-error -- the draft has no `color`
  formMembers<Draft, Role>({ name: {}, ...comforts, fieldIds, organizationId, color: { blank: "" } });
  // @ts-expect-error -- a name is no number
  formMembers<Draft, Role>({ name: { blank: 4 }, ...comforts, fieldIds, organizationId });
  expect(form).toBeDefined();
});
