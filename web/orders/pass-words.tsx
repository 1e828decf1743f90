/** Sentences of what a membership or a pack is and grants. */
import { Check } from "lucide-react";

export const PassWords = ({ words }: { words: readonly string[] }) => (
  <ul className="grid gap-1 text-13 text-ink-2">
    {words.map((word) => (
      <li key={word} className="flex items-start gap-2">
        <Check className="mt-0.5 size-3.5 shrink-0 text-accent-ink" aria-hidden />
        <span className="min-w-0 [overflow-wrap:anywhere]">{word}</span>
      </li>
    ))}
  </ul>
);
