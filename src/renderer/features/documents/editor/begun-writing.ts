import { type RefObject, useEffect, useRef } from 'react'

/** Where somebody clicked into the last known text of a page, in pixels of the window, and what they typed since. */
export interface BegunWriting {
  left: number
  top: number
  typed: string
}

/**
 * Notes what a person begins to write in the last known text of a page, which looks like the page itself, before that is
 * there. Otherwise their keys would be lost, or be taken for shortcuts.
 */
export function useBegunWriting(copy: RefObject<HTMLElement | null>, isOn: boolean): RefObject<BegunWriting | null> {
  const begun = useRef<BegunWriting | null>(null)
  useEffect(() => {
    if (!isOn) return
    const press = ({ target, button, clientX, clientY }: MouseEvent) => {
      const isInText =
        target instanceof Element && copy.current?.contains(target) && !target.closest('a, button, input')
      begun.current = button === 0 && isInText ? { left: clientX, top: clientY, typed: '' } : null
    }
    // A finger that is put down may scroll.
    const pressWithMouse = (event: PointerEvent) => void (event.pointerType === 'mouse' && press(event))
    const type = (event: KeyboardEvent) => {
      const { current } = begun
      if (!current || !document.activeElement?.contains(copy.current)) return
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      if (event.key === 'Backspace') current.typed = current.typed.slice(0, -1)
      else if (event.key === 'Enter') current.typed += '\n'
      else if (event.key.length === 1) current.typed += event.key
      else return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    window.addEventListener('pointerdown', pressWithMouse, true)
    window.addEventListener('click', press, true)
    window.addEventListener('keydown', type, true)
    return () => {
      window.removeEventListener('pointerdown', pressWithMouse, true)
      window.removeEventListener('click', press, true)
      window.removeEventListener('keydown', type, true)
    }
  }, [copy, isOn])
  return begun
}
