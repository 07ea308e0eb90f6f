import type { PillAppearance, PillBridge } from '#shared/contract/desktop'
import { logError } from '../platform/log'

/**
 * Shows the state of capture that the main process reports, and offers Stop [D34]. Works without React, because the
 * page has nothing else.
 */
export function drawPill(page: Document, bridge: PillBridge): void {
  const part = (id: string): HTMLElement => {
    const found = page.getElementById(id)
    if (!found) throw new Error(`pill.html has no #${id}.`)
    return found
  }
  const [title, watching, watchers, stop] = [part('title'), part('watching'), part('watchers'), part('stop')]

  bridge.on.pillChanged((look: PillAppearance) => {
    page.documentElement.lang = look.language
    page.documentElement.dataset.state = look.state
    setText(title, look.title)
    setText(watching, look.watching)
    // The title holds all names, in case there is no room for them.
    watching.title = look.watching
    setText(watchers, look.watchers > 0 ? String(look.watchers) : '')
    setText(stop, look.stop)
    stop.setAttribute('aria-label', look.stopLabel)
    stop.hidden = false
  })
  stop.addEventListener('click', () => {
    bridge.stopCapture(undefined).catch((cause: unknown) => logError('The desktop app did not stop sharing.', cause))
  })
}

/** Unchanged text is not announced again. */
function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text
}
