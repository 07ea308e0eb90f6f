import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as plain } from './fixtures'
import { writeDialogue } from './voices'

const maya = 'en+f2'
const tom = 'en-gb+m7'

const fakeMicrophone = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream']

/** Tests whose browser has a microphone that hears a tone now and then. */
export const hearing = plain.extend({
  launchOptions: [
    async ({ launchOptions }, use) => {
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...fakeMicrophone] })
    },
    { scope: 'worker' },
  ],
})

/** The title of the tab that this browser shares whenever a page asks for one. */
export const sharedTabTitle = 'A call'

/** Tests whose browser has a microphone that hears two people talk; `dialogue` is the path of the sound file. */
export const test = plain.extend<object, { dialogue: string }>({
  dialogue: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern.
    async ({}, use) => {
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
    { scope: 'worker' },
  ],
  launchOptions: [
    async ({ launchOptions, dialogue }, use) => {
      const args = [
        ...(launchOptions.args ?? []),
        ...fakeMicrophone,
        `--auto-select-tab-capture-source-by-title=${sharedTabTitle}`,
        `--use-file-for-fake-audio-capture=${dialogue}`,
      ]
      await use({ ...launchOptions, args })
    },
    { scope: 'worker' },
  ],
})
