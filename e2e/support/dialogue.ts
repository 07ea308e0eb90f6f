import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type LaunchOptions } from '@playwright/test'
import { pageErrors, test as plain } from './fixtures'
import { writeDialogue } from './voices'

const maya = 'en+f2'
const tom = 'en-gb+m7'

const fakeMicrophone = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream']

/**
 * A context of a browser of the story's own, which listens. A browser that all stories of a worker share would need other
 * arguments for these, and so further workers, with servers of their own.
 */
async function listen(
  { args = [], ...options }: LaunchOptions,
  more: readonly string[],
  use: (context: BrowserContext) => Promise<void>,
): Promise<void> {
  const browser = await chromium.launch({ ...options, args: [...args, ...fakeMicrophone, ...more] })
  pageErrors.watch(browser)
  await use(await browser.newContext())
  await browser.close()
}

/** Tests whose browser has a microphone that hears a tone now and then. */
export const hearing = plain.extend({
  context: ({ launchOptions }, use) => listen(launchOptions, [], use),
})

/** The title of the tab that this browser shares whenever a page asks for one. */
export const sharedTabTitle = 'A call'

/** Tests whose browser has a microphone that hears two people talk; `dialogue` is the path of the sound file. */
export const test = plain.extend<{ dialogue: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern.
  dialogue: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'wheelhouse-voices-'))
    const path = join(folder, 'managers-call.wav')
    await writeDialogue(path, [
      [maya, 'Good morning. The rims from the supplier arrive on Tuesday, so we can finish the six bikes this week.'],
      [tom, 'Fine. Then I need two more people on Saturday at the old market, because there will be a queue.'],
      [maya, 'I will ask the others today, and write it down in the log of the counter.'],
      [tom, 'Thank you. The deposits for the loan bikes go back within three days from now on.'],
    ])
    await use(path)
    await rm(folder, { recursive: true, force: true })
  },
  context: ({ launchOptions, dialogue }, use) =>
    listen(
      launchOptions,
      [`--auto-select-tab-capture-source-by-title=${sharedTabTitle}`, `--use-file-for-fake-audio-capture=${dialogue}`],
      use,
    ),
})
