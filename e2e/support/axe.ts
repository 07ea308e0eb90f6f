import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import { expectLoaded } from '../pages/shell'

const program = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** The tag of the rules that compare colours. */
const colours = 'cat.color'

/**
 * Expects the screen to pass all automatic checks of WCAG 2.2 AA once it has loaded, in light and in dark. Only the rules
 * that compare colours run in dark too, because the rest of the screen is the same. Loading screens are checked as they are
 * where the story holds them.
 */
export async function expectAccessible(page: Page, screen: string, { isHeld = false } = {}): Promise<void> {
  if (!isHeld) await expectLoaded(page)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // A document keeps the program until it is left.
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await program)
    // A chip that is becoming available again has the contrast of neither state.
    await page.evaluate(() =>
      Promise.allSettled(
        document
          .getAnimations()
          .filter(animation => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
          .map(animation => animation.finished),
      ),
    )
    const { violations } = (await page.evaluate(
      ({ tags, only }) => {
        const chosen = window.axe.getRules(tags).filter(rule => only && rule.tags.includes(only))
        return window.axe.run(
          // Focus guards are aria-hidden and focusable on purpose: they pass the focus on at once.
          { exclude: [['[data-base-ui-focus-guard]']] },
          {
            runOnly: only
              ? { type: 'rule', values: chosen.map(({ ruleId }) => ruleId) }
              : { type: 'tag', values: tags },
            // Describing what passed takes longer than checking it.
            resultTypes: ['violations'],
          },
        )
      },
      { tags, only: colorScheme === 'dark' ? colours : null },
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
