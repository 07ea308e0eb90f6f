/** The box of everything that opens beside a button. */
export const POPUP_BOX =
  'rounded-md border border-line bg-surface-1 text-sm text-default shadow-2 outline-none focus-visible:shadow-2 ' +
  'transition-[opacity,transform] duration-base ease-enter origin-(--transform-origin) ' +
  'data-starting-style:scale-[0.98] data-starting-style:opacity-0 ' +
  'data-ending-style:opacity-0 data-ending-style:duration-fast data-ending-style:ease-exit'

/** A line of a menu or of a list of options. */
export const POPUP_ITEM =
  'flex min-h-8 cursor-default select-none items-center gap-2.5 rounded-sm px-2 py-1 text-sm no-underline outline-none ' +
  'data-disabled:opacity-50 data-highlighted:bg-accent-soft focus-visible:shadow-none pointer-coarse:min-h-touch'
