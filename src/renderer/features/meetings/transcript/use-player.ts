import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { usePreferences } from '../../../platform/preferences'
import { useLocalKeys } from '../../../ui/local-keys'
import { freshFile } from '../store'
import { type Files, Player } from './player'

interface Options {
  doc_id: number
  files: Files
  told_at: number
  /** Whether Space and the arrow keys control this player. */
  hasKeys: boolean
}

/** Creates a player for the life of the component, together with its audio element. */
export function usePlayer({ doc_id, files, told_at, hasKeys }: Options) {
  const [player] = useState(() => new Player(file_id => freshFile(doc_id, file_id)))
  const audio = useRef<HTMLAudioElement>(null)
  useEffect(() => player.show(files, told_at), [player, files, told_at])
  useEffect(() => (audio.current ? player.attach(audio.current) : undefined), [player])
  usePlayerKeys(player, hasKeys)
  return { player, audio }
}

export function usePlaying(player: Player) {
  return useSyncExternalStore(player.subscribe, () => player.now)
}

/** Something that begins at a second: a segment or a topic. */
interface Begins {
  start: number
}

/** Returns the index of what is heard now among parts ordered by time; -1 before the first. If two overlap, the one that started last counts. */
export function useCurrentIndex(player: Player, parts: readonly Begins[]): number {
  return useSyncExternalStore(player.subscribe, () => indexAt(parts, player.now.time))
}

export function indexAt(parts: readonly Begins[], time: number): number {
  let [from, to] = [0, parts.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((parts[middle]?.start ?? 0) <= time + 0.01) from = middle + 1
    else to = middle
  }
  return from - 1
}

const step = 10
const isTaken = (target: EventTarget | null, key: string) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest('input, textarea, select, [role=menu], [role=listbox], [aria-modal=true]') !== null ||
    // Space activates the focused control.
    (key === ' ' && target.closest('button, a, [role=button], summary') !== null))

/**
 * Space plays and pauses, and the arrows skip ten seconds, unless another control uses these keys or they are turned
 * off.
 */
function usePlayerKeys(player: Player, hasKeys: boolean): void {
  const press = useLocalKeys(
    'player',
    [
      { keys: [' '], does: 'play', run: () => player.toggle() },
      {
        keys: ['ArrowLeft', 'ArrowRight'],
        does: 'skip',
        run: key => player.skip(key === 'ArrowLeft' ? -step : step),
      },
    ],
    hasKeys,
  )
  const latest = useRef(press)
  useEffect(() => {
    latest.current = press
  })
  useEffect(() => {
    if (!hasKeys) return
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || isTaken(event.target, event.key) || !usePreferences.getState().singleKeys) return
      latest.current(event)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [hasKeys])
}
