/** The chosen theme: light, dark, or that of the operating system. */
export type ThemeChoice = 'light' | 'dark' | 'system'

/** Applies the theme to the page at once; the caller stores it. tokens.css does the rest. */
export function applyTheme(choice: ThemeChoice, root: HTMLElement = document.documentElement): void {
  if (choice === 'system') delete root.dataset.theme
  else root.dataset.theme = choice
}
