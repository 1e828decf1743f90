import type { Theme } from "#web/kit/theme.ts";

/** The shell in miniature, in a theme of its own whatever the page's is. */
export function ThemePicture({ theme }: { theme: Theme }) {
  return (
    <span className="flex h-24 border-b border-line" aria-hidden>
      {(theme === "system" ? (["light", "dark"] as const) : [theme]).map((scheme) => (
        <span key={scheme} className="flex-1 overflow-hidden bg-canvas pt-3 pl-3" style={{ colorScheme: scheme }}>
          <span className="flex h-full gap-2">
            <span className="grid w-4 content-start gap-1 pt-1">
              <span className="size-2.5 rounded-[3px] bg-accent" />
              <span className="mt-1 h-1 rounded-full bg-line-strong" />
              <span className="h-1 rounded-full bg-line-strong" />
              <span className="h-1 w-3 rounded-full bg-line-strong" />
            </span>
            <span className="grid flex-1 content-start gap-1.5 rounded-tl-lg border-t border-l border-line bg-surface p-2.5">
              <span className="h-1.5 w-1/2 rounded-full bg-ink" />
              <span className="mt-1 h-1 w-4/5 rounded-full bg-line-strong" />
              <span className="h-1 w-3/5 rounded-full bg-line-strong" />
              <span className="mt-0.5 h-3 w-8 rounded-[3px] bg-accent" />
            </span>
          </span>
        </span>
      ))}
    </span>
  );
}
