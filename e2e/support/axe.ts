import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

const program = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Expects the screen to pass all automatic checks of WCAG 2.2 AA, in light and in dark. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.evaluate(await program)
    const { violations } = (await page.evaluate(
      // Focus guards are aria-hidden and focusable on purpose: they pass the focus on at once.
      tags => window.axe.run({ exclude: [['[data-base-ui-focus-guard]']] }, { runOnly: { type: 'tag', values: tags } }),
      tags,
    )) as AxeResults
    const found = violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary}`),
    )
    expect.soft(found.join('\n\n'), `${screen}, ${colorScheme}`).toBe('')
  }
}

declare global {
  interface Window {
    axe: typeof import('axe-core')
  }
}
