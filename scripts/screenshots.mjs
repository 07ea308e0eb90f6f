// `npm run screenshots`: takes the pictures for the documentation, some of them while the story of the whole chain runs.
// Linux only.
import { build } from './build.mjs'
import { buildDesktop, buildDouble } from './desktop.mjs'
import { runPackage } from './run.mjs'

if (!((await build()) && (await buildDesktop()))) process.exit(1)
await buildDouble()
const env = { SCREENSHOTS: 'docs/images', STORY_TIME_ZONE: 'UTC' }
process.exitCode = await runPackage(
  '@playwright/test',
  ['test', 'e2e/electron/whole-chain.spec.ts', 'e2e/guide-pictures.spec.ts'],
  env,
)
