import { lockDataFolder } from '../src/server/platform/database/embedded/data-lock'
import { makeLog } from '../src/server/platform/log'
import { loadSecrets } from '../src/server/platform/secrets'
import { serve } from '../src/server/serve'
import { readSettings } from '../src/server/settings'
import { fastClock, fastTimeFrom } from './fast-clock'

// The server as a program whose clock runs faster than the real one; `settingsOf` of fast-clock.ts says how fast.

const settings = readSettings(process.env)
await serve({
  settings,
  clock: fastClock(fastTimeFrom(process.env)),
  log: makeLog(settings.LOG_LEVEL),
  lock: await lockDataFolder(settings.DATA_DIR),
  secrets: loadSecrets(settings),
  postgres: null,
  webFolder: 'no-such-folder',
})
