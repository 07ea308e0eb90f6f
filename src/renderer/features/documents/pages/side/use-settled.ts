import type { Editor } from '@tiptap/core'
import { useEffect, useState } from 'react'
import { browserClock } from '../../../../platform/clock'

/** Milliseconds without a change after which what depends on the whole text is computed anew. */
const pause = 250

/** Something about the text of a page, computed at first and whenever the writing pauses. */
export function useSettled<T>(editor: Editor, compute: (editor: Editor) => T): T {
  const [value, setValue] = useState(() => compute(editor))
  useEffect(() => {
    let cancel: () => void = () => undefined
    const later = () => {
      cancel()
      cancel = browserClock.after(pause, () => {
        if (!editor.isDestroyed) setValue(compute(editor))
      })
    }
    editor.on('update', later)
    later()
    return () => {
      cancel()
      editor.off('update', later)
    }
  }, [editor, compute])
  return value
}
