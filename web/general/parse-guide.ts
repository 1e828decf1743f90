/** Reads a page of the guide (`docs/guide`): Markdown in, HTML by sections out. Runs in the build and in tests. */
import { Marked } from "marked";

export interface GuideSection {
  /** Anchor, the same in every language. */
  id: string;
  heading: string;
  html: string;
}

export interface GuidePage {
  title: string;
  /** Plain text. */
  intro: string;
  sections: readonly GuideSection[];
}

/** Pages by their file names without ending. */
export type Guide = Readonly<Record<string, GuidePage>>;

const marked = new Marked({
  renderer: {
    // Code in the guide is a key or what somebody types.
    codespan: ({ text }) => `<kbd>${text}</kbd>`,
  },
  walkTokens(token) {
    if (token.type === "link") token["href"] = String(token["href"]).replace(/^([\w-]+)\.md(?=#|$)/, "/guide/$1");
  },
});
const toHtml = (text: string) => marked.parse(text.trim(), { async: false }).trim();

/** @throws Error if the page does not begin with its title and plain text, or a heading has no anchor */
export function parseGuidePage(text: string): GuidePage {
  const [head = "", ...rest] = text.split(/^## /m);
  const [, title, intro = ""] = /^# (.+)\n([\s\S]*)$/.exec(head) ?? [];
  if (!title) throw new Error(`A page of the guide begins with its title: ${head.slice(0, 80)}`);
  // The contents show it in a link, and the search as text.
  if (/\*\*|\]\(|`/.test(intro)) throw new Error(`The first lines of a page of the guide are plain text: ${title}`);
  const sections = rest.map((part) => {
    const [, heading, id, body = ""] = /^(.+?) <a id="([a-z0-9-]+)"><\/a>\n([\s\S]*)$/.exec(part) ?? [];
    if (!heading || !id) throw new Error(`A heading of the guide has no anchor: ${part.slice(0, 80)}`);
    return { id, heading, html: toHtml(body) };
  });
  return { title, intro: intro.trim(), sections };
}
