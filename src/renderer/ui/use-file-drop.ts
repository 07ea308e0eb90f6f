import { type RefObject, useEffect, useRef, useState } from 'react'

/** Where files are dragged over the window: over the target, beside it, or not at all. */
export type FileDrag = 'over' | 'beside' | null

const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/**
 * Accepts files dropped on an element and reports how many folders were among them. A drop beside it does nothing,
 * where the browser would open the file in place of the page.
 */
export function useFileDrop(
  target: RefObject<HTMLElement | null>,
  onFiles: (files: File[], folders: number) => void,
): FileDrag {
  const [drag, setDrag] = useState<FileDrag>(null)
  const latest = useRef(onFiles)
  useEffect(() => {
    latest.current = onFiles
  })
  useEffect(() => {
    const isOver = (event: DragEvent) => event.target instanceof Node && target.current?.contains(event.target)
    function onDrag(event: DragEvent) {
      if (!carriesFiles(event) || !event.dataTransfer) return
      event.preventDefault()
      event.dataTransfer.dropEffect = isOver(event) ? 'copy' : 'none'
      setDrag(isOver(event) ? 'over' : 'beside')
    }
    function onLeave(event: DragEvent) {
      // The pointer left the window.
      if (event.relatedTarget === null) setDrag(null)
    }
    function onDrop(event: DragEvent) {
      setDrag(null)
      if (!carriesFiles(event) || !event.dataTransfer) return
      event.preventDefault()
      if (!isOver(event)) return
      const { files, folders } = filesIn(event.dataTransfer)
      latest.current(files, folders)
    }
    const end = () => setDrag(null)
    document.addEventListener('dragenter', onDrag)
    document.addEventListener('dragover', onDrag)
    document.addEventListener('dragleave', onLeave)
    document.addEventListener('drop', onDrop)
    document.addEventListener('dragend', end)
    return () => {
      document.removeEventListener('dragenter', onDrag)
      document.removeEventListener('dragover', onDrag)
      document.removeEventListener('dragleave', onLeave)
      document.removeEventListener('drop', onDrop)
      document.removeEventListener('dragend', end)
    }
  }, [target])
  return drag
}

/** Folders arrive as files that cannot be read. */
function filesIn({ items, files }: DataTransfer): { files: File[]; folders: number } {
  const list = [...items].filter(item => item.kind === 'file')
  const isFolder = list.map(item => item.webkitGetAsEntry?.()?.isDirectory ?? false)
  const all = [...files]
  return { files: all.filter((_, index) => !isFolder[index]), folders: isFolder.filter(Boolean).length }
}
