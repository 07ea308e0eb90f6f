import type { MemberContext } from '../../../platform/request-context'
import { sourcesTool } from '../../sources/service'
import { linkText } from '../tools'
import type { Writing } from '../writing'
import type { Use } from './look-up'
import type { Phrases } from './phrases'
import { plainWords } from './plain-words'
import { spokenTime } from './time-span'

/** Says which cameras there are, which screens are shared right now, and who looks at them [D34]. */
export async function writeSources(
  at: MemberContext,
  writing: Writing,
  { say, locale }: Phrases,
  use: Use,
): Promise<void> {
  const { cameras, screens } = await use(sourcesTool, {}, '')
  if (cameras.length === 0 && screens.length === 0) return writing.say(say.sourcesNone)
  const line = ({ name, address, viewers }: { name: string; address: string; viewers: string[] }, about: string) => {
    const watched = viewers.length > 0 ? say.watchedBy(viewers.map(plainWords).join(', ')) : ''
    writing.say(`- [${linkText(name)}](${address})${about}${watched}\n`)
  }
  if (cameras.length > 0) writing.say(`${say.cameras(cameras.length)}\n\n`)
  for (const camera of cameras) line(camera, camera.trouble === null ? '' : say.noPicture)
  writing.say(`\n${screens.length > 0 ? `${say.screens(screens.length)}\n\n` : say.screensNone}`)
  for (const screen of screens)
    line(screen, screen.since ? say.since(spokenTime(screen.since, at.now, at.caller.timezone, locale)) : '')
}
