/** A sheet of paper: what it is about at its head, room for the grid or the list, lines to write on. */
import { type ReactNode, useEffect, useRef } from "react";
import { useWords } from "#web/kit/words.ts";

interface PaperProps {
  orientation: "landscape" | "portrait";
  /** What it is about. */
  title: string;
  subtitle: string;
  /** Which days. */
  when: string;
  /** Which part of them. */
  which?: string | undefined;
  notes: boolean;
  /** What the signs mean. */
  legend?: ReactNode;
  children: ReactNode;
}

export function Paper({ orientation, title, subtitle, when, which, notes, legend, children }: PaperProps) {
  const t = useWords();
  return (
    <div className="sheet-frame" data-orientation={orientation}>
      <section
        className="sheet"
        data-orientation={orientation}
        aria-label={[title, when, which].filter(Boolean).join(" · ")}
      >
        <header className="sheet-head">
          <div>
            <h2>{title}</h2>
            <p>{subtitle}</p>
          </div>
          <div>
            <p className="sheet-when">{when}</p>
            {which && <p>{which}</p>}
          </div>
        </header>
        <div className="sheet-room">{children}</div>
        {notes && (
          <div className="sheet-notes">
            {t("planning.sheetNotes")}
            <hr />
            <hr />
          </div>
        )}
        {legend}
      </section>
    </div>
  );
}

/** Around all papers: on the screen as large as there is room, in print alone on the page. @param foot below each page, beside its number */
export function Papers({ foot, children }: { foot: string; children: ReactNode }) {
  const desk = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const it = desk.current;
    if (!it) return;
    // Paper is measured in millimetres, of which the browser has 96 / 25.4 pixels.
    const fit = ([entry]: ResizeObserverEntry[]) => {
      const width = entry?.contentRect.width ?? 0;
      for (const [name, millimetres] of [
        ["--landscape", 297],
        ["--portrait", 210],
      ] as const)
        it.style.setProperty(name, String(Math.min(1, width / ((millimetres * 96) / 25.4))));
    };
    const observer = new ResizeObserver(fit);
    observer.observe(it);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    // A page's margins know of the document's root alone.
    document.documentElement.style.setProperty("--sheet-foot", JSON.stringify(foot));
    return () => {
      document.documentElement.style.removeProperty("--sheet-foot");
    };
  }, [foot]);
  return (
    <div ref={desk} className="sheets">
      {children}
    </div>
  );
}
