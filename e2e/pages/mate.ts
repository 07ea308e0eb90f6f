import { expect, type Locator, type Page } from '@playwright/test'

export function question(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Ask Mate' })
}

export async function ask(page: Page, text: string): Promise<void> {
  await question(page).fill(text)
  await question(page).press('Enter')
}

export function thread(page: Page): Locator {
  return page.getByRole('log', { name: 'Conversation with Mate' })
}

/** Returns Mate's answers, oldest first. */
export function answers(page: Page): Locator {
  return thread(page).getByRole('article', { name: /^Mate,/ })
}

/** Asks, and waits for the whole answer. */
export async function answerTo(page: Page, text: string): Promise<Locator> {
  const before = await answers(page).count()
  await ask(page, text)
  await expect(answers(page)).toHaveCount(before + 1)
  const answer = answers(page).last()
  await expect(answer.getByRole('button', { name: 'Stop' })).toBeHidden()
  return answer
}
