import { buttonClass, type ButtonVariant } from "#web/kit/ui/button.tsx";

/** A button beside the name of a customer; on phones a tile with its icon above its label. */
export const actionClass = (variant?: ButtonVariant) =>
  buttonClass(
    variant,
    "md",
    "max-lg:grid! max-lg:h-auto! max-lg:min-w-0 max-lg:justify-items-center max-lg:gap-1! max-lg:rounded-xl! max-lg:px-0.5! max-lg:py-2! max-lg:text-xs! max-lg:[&>span]:max-w-full max-lg:[&>span]:truncate max-lg:[&_svg]:size-4.5!",
  );
