import type { PillBridge, PillLook } from '#shared/contract/desktop'
import { logError } from '../platform/log'

/** Says what the main process says of capture, and offers Stop [D34]. Without React: nothing else is on this page. */
export function drawPill(page: Document, bridge: PillBridge): void {
  const part = (id: string): HTMLElement => {
    const found = page.getElementById(id)
    if (!found) throw new Error(`pill.html has no #${id}.`)
    return found
  }
  const [title, watching, watchers, stop] = [part('title'), part('watching'), part('watchers'), part('stop')]

  bridge.on.pillChanged((look: PillLook) => {
    page.documentElement.lang = look.language
    page.documentElement.dataset.state = look.state
    say(title, look.title)
    say(watching, look.watching)
    // All names, where there is no room for them.
    watching.title = look.watching
    say(watchers, look.watchers > 0 ? String(look.watchers) : '')
    say(stop, look.stop)
    stop.setAttribute('aria-label', look.stopLabel)
    stop.hidden = false
  })
  stop.addEventListener('click', () => {
    bridge.stopCapture(undefined).catch((cause: unknown) => logError('The desktop app did not stop sharing.', cause))
  })
}

/** What stays the same is not announced again. */
function say(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text
}
