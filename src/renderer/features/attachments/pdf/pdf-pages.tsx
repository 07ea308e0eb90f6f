import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { useLocalKeys } from '../../../ui/local-keys'
import { VirtualItem } from '../../../ui/virtual-item'
import type { Size } from './limits'
import type { OpenPdf } from './open-pdf'
import { PdfPage } from './pdf-page'

/** The space beside a page in CSS pixels. The largest enlargement of a page where there is room. */
const margin = 16
/** The space below a page, in CSS pixels. */
const gap = 12
const maxFit = 2

interface Props {
  pdf: OpenPdf
  name: string
  /** A multiple of the scale at which the first page fills the width of the window. */
  zoom: number
  number: number
  onNumber: (number: number) => void
}

/** The pages one below the other; pages far out of sight are not rendered. */
export function PdfPages({ pdf, name, zoom, number, onNumber }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<VirtualizerHandle>(null)
  const width = useWidth(scroller)
  const [sizes, setSizes] = useState<Readonly<Record<number, Size>>>({})
  const keepSize = useCallback(
    (at: number, size: Size) =>
      setSizes(known => (isSame(known[at] ?? pdf.first, size) ? known : { ...known, [at]: size })),
    [pdf],
  )
  const scale = Math.min(maxFit, Math.max(40, width - 2 * margin) / pdf.first.width) * zoom
  useStayOn(list, number, scale)

  const goTo = useCallback(
    async (place: unknown) => {
      const found = await pdf.pageAt(place).catch(() => null)
      if (found !== null) list.current?.scrollToIndex(found - 1)
    },
    [pdf],
  )

  // Replaces the browser's animated scrolling, which stops in the wrong place when pages turn out higher than
  // estimated.
  const onKeyDown = useLocalKeys('pdf', [
    {
      keys: ['Home', 'End'],
      does: 'pagesEnd',
      run(key) {
        if (key === 'Home') list.current?.scrollToIndex(0)
        else list.current?.scrollToIndex(pdf.count - 1, { align: 'end' })
      },
    },
  ])

  return (
    <div
      ref={scroller}
      role="document"
      aria-label={name}
      onKeyDown={onKeyDown}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys must scroll it.
      tabIndex={0}
      className="h-full overflow-auto overscroll-contain bg-surface-3 px-4 pt-4"
    >
      {width > 0 && (
        <Virtualizer
          ref={list}
          item={VirtualItem}
          data={Array.from({ length: pdf.count }, (_, index) => index + 1)}
          startMargin={margin}
          itemSize={pdf.first.height * scale + gap}
          onScroll={offset => {
            const middle = offset + (list.current?.viewportSize ?? 0) / 2
            onNumber((list.current?.findItemIndex(middle) ?? 0) + 1)
          }}
        >
          {pageNumber => (
            <PdfPage
              key={pageNumber}
              pdf={pdf}
              number={pageNumber}
              size={sizes[pageNumber] ?? pdf.first}
              scale={scale}
              gap={gap}
              onSize={keepSize}
              onPlace={place => void goTo(place)}
            />
          )}
        </Virtualizer>
      )}
    </div>
  )
}

const isSame = (size: Size, other: Size) => size.width === other.width && size.height === other.height

/** Returns the current width of an element. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const box = element.current
    if (!box) return
    const observer = new ResizeObserver(() => setWidth(box.clientWidth))
    observer.observe(box)
    setWidth(box.clientWidth)
    return () => observer.disconnect()
  }, [element])
  return width
}

/** Keeps the visible page in place when pages grow or shrink. */
function useStayOn(list: RefObject<VirtualizerHandle | null>, number: number, scale: number): void {
  const latest = useRef(number)
  const before = useRef(scale)
  useEffect(() => {
    latest.current = number
  }, [number])
  useEffect(() => {
    if (before.current === scale) return
    before.current = scale
    if (latest.current > 1) list.current?.scrollToIndex(latest.current - 1)
  }, [list, scale])
}
