import { useLayoutEffect } from 'react'

/** The parts of a screen with keys of their own; the list of shortcuts has a heading for each. */
export type KeyGroup =
  | 'player'
  | 'text'
  | 'grid'
  | 'strip'
  | 'chart'
  | 'marks'
  | 'picture'
  | 'pdf'
  | 'entries'
  | 'results'
  | 'area'
  | 'write'

/** What such a key does; the list of shortcuts has words for each. */
export type KeyName =
  | 'play'
  | 'skip'
  | 'moveBlock'
  | 'tools'
  | 'neighbour'
  | 'picture'
  | 'picturesEnd'
  | 'time'
  | 'timeFar'
  | 'timeEnd'
  | 'stretch'
  | 'logsOf'
  | 'clear'
  | 'log'
  | 'logsEnd'
  | 'open'
  | 'close'
  | 'larger'
  | 'smaller'
  | 'whole'
  | 'pagesEnd'
  | 'result'
  | 'corner'
  | 'cornerFar'
  | 'removeCorner'
  | 'block'
  | 'mention'
  | 'link'
  | 'graph'
  | 'label'

/** A line of the list of shortcuts for keys that work only in a part of the screen. */
export interface ListedKeys {
  group: KeyGroup
  /** As in `KeyboardEvent.key`, with modifiers before it as in `Shift+ArrowLeft`; each of them does it. */
  keys: readonly string[]
  /** What they do: by its name, or in words of the feature. */
  does: KeyName | { words: string }
}

/** Stands before keys that are no characters, as `useLocalKeys` spells them. */
export const shift = 'Shift+'

let listed: readonly (readonly ListedKeys[])[] = []

/** Lists keys that a part of the screen handles in a way of its own, while it is there. `useLocalKeys` handles them too. */
export function useListedKeys(keys: readonly ListedKeys[], isOn = true): void {
  const signature = JSON.stringify(keys)
  // biome-ignore lint/correctness/useExhaustiveDependencies: keys with the same signature are the same.
  useLayoutEffect(() => {
    if (!isOn) return
    listed = [...listed, keys]
    return () => {
      listed = listed.filter(other => other !== keys)
    }
  }, [signature, isOn])
}

/** The keys that parts of the screen handle now. */
export const listedKeys = (): readonly ListedKeys[] => listed.flat()

interface LocalKey {
  keys: readonly string[]
  does: KeyName
  /** Returns false if the key does nothing now; then it is left to others. */
  run: (key: string) => unknown
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey' | 'preventDefault'>

/**
 * Handles keys in a part of the screen, and lists them, from one table. Returns the handler, which returns whether the
 * key was one of them. With Ctrl, Cmd or Alt none is.
 */
export function useLocalKeys(group: KeyGroup, table: readonly LocalKey[], isOn = true): (event: KeyPress) => boolean {
  useListedKeys(
    table.map(({ keys, does }) => ({ group, keys, does })),
    isOn,
  )
  return event => {
    const { key, shiftKey, altKey, ctrlKey, metaKey } = event
    if (!isOn || altKey || ctrlKey || metaKey) return false
    const spelled = shiftKey && (key.length > 1 || key === ' ') ? `${shift}${key}` : key
    const found = table.find(({ keys }) => keys.includes(spelled))
    if (!found || found.run(spelled) === false) return false
    event.preventDefault()
    return true
  }
}
