import { Kbd } from "#web/kit/ui/kbd.tsx";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import type { MessageKey } from "#messages/keys.ts";

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);
const modifierName = isApple ? "⌘" : "Ctrl";

const shortcutSections: [title: MessageKey, shortcuts: [keys: string[], meaning: MessageKey][]][] = [
  [
    "planning.keysDays",
    [
      [["T"], "planning.today"],
      [["←", "→"], "planning.keyDay"],
      [["⇧ ←", "⇧ →"], "planning.keyWeek"],
      [["G"], "planning.goTo"],
      [["D", "W", "M", "L"], "planning.keyViews"],
      [["+", "−"], "planning.keyZoom"],
      [["F"], "planning.filters"],
      [["/", `${modifierName} K`], "planning.keyFind"],
      [["S"], "planning.keySlots"],
      [[`${modifierName} P`], "planning.keyPrint"],
    ],
  ],
  [
    "planning.keysGrid",
    [
      [["↑", "↓", "←", "→"], "planning.keyCells"],
      [["⇧ ↑", "⇧ ↓", "⇧ ←", "⇧ →"], "planning.keyExtend"],
      [["Tab", "⇧ Tab"], "planning.keyBlocks"],
      [["Enter"], "planning.keyEnter"],
      [["N"], "planning.keyNew"],
      [["B"], "planning.keyBlock"],
      [[`${modifierName} V`], "planning.keyPaste"],
    ],
  ],
  [
    "planning.keysEvent",
    [
      [["A"], "events.approve"],
      [["P"], "planning.keyPaid"],
      [["C"], "planning.keyCancel"],
      [["M"], "planning.keyMove"],
      [["R"], "planning.keyResize"],
      [["Alt"], "planning.keyFine"],
      [["Space"], "planning.keyMark"],
      [[`${modifierName} C`], "planning.keyCopy"],
    ],
  ],
  [
    "planning.keysBack",
    [
      [["Esc"], "planning.keyEscape"],
      [[`${modifierName} Z`], "kit.undo"],
      [[`⇧ ${modifierName} Z`], "planning.keyRedo"],
      [["?"], "planning.keyHelp"],
    ],
  ],
];

export function ShortcutList() {
  const t = useTranslation();
  return (
    <div className="grid gap-x-8 gap-y-5 pb-4 sm:grid-cols-2">
      {shortcutSections.map(([title, shortcuts]) => (
        <section key={title} className="grid content-start gap-2">
          {/* None of these messages has parameters. */}
          <h3 className="text-xs font-medium text-ink-3">{t(title as "planning.keys")}</h3>
          <dl className="grid gap-2 text-13">
            {shortcuts.map(([names, meaning]) => (
              <div key={meaning} className="flex items-start justify-between gap-4">
                <dt className="text-ink-2">{t(meaning as "planning.keys")}</dt>
                <dd className="flex shrink-0 gap-1">
                  {names.map((name) => (
                    <Kbd key={name}>{name}</Kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <p className="text-13 sm:col-span-2">
        <a href="/guide/planning" target="_blank" rel="noopener" className={textLinkClass}>
          {t("planning.keysGuide")}
        </a>
      </p>
    </div>
  );
}
