import { expect, test } from "vitest";
import { definePort } from "./ports.ts";

interface GreetingPort {
  greet(name: string): Promise<string>;
}

test("a port answers with its default until a handler is registered, also where it was imported before", async () => {
  const port = definePort<GreetingPort>({ greet: async () => "nobody is there" });
  const caller = () => port.greet("Ana");
  expect(await caller()).toBe("nobody is there");
  port.register({ greet: async (name) => `Hello ${name}` });
  expect(await caller()).toBe("Hello Ana");
});
