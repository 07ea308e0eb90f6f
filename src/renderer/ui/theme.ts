/** What a person chose: their own light or dark, or whatever the operating system says. */
export type ThemeChoice = 'light' | 'dark' | 'system'

/** Puts the choice on the page at once; keeping it is the caller's. tokens.css does the rest. */
export function applyTheme(choice: ThemeChoice, root: HTMLElement = document.documentElement): void {
  if (choice === 'system') delete root.dataset.theme
  else root.dataset.theme = choice
}
