import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { drawPage, type PageLink } from './draw-page'
import { limits, type Size, scaleWithin, sizeOf } from './limits'
import type { OpenPdf } from './open-pdf'
import './text-layer.css'

/** Milliseconds that a page stays in sight before it is drawn, so that pages scrolled past are skipped. */
const settled = 80

interface Props {
  pdf: OpenPdf
  number: number
  /** The size of this page once it is known; until then, the size of the first page. */
  size: Size
  scale: number
  /** The space below the page, in CSS pixels. */
  gap: number
  onSize: (number: number, size: Size) => void
  onPlace: (place: unknown) => void
}

/** One page: its picture, with the selectable words and the links on top. */
export function PdfPage({ pdf, number, size, scale: requested, gap, onSize, onPlace }: Props) {
  const { t } = useTranslation('pdf')
  const canvas = useRef<HTMLCanvasElement>(null)
  const text = useRef<HTMLDivElement>(null)
  const [links, setLinks] = useState<readonly PageLink[]>([])
  const [state, setState] = useState<'waits' | 'drawn' | 'failed'>('waits')
  const scale = scaleWithin(size, requested)
  const [width, height] = [size.width * scale, size.height * scale]

  useEffect(() => {
    const ending = new AbortController()
    let giveUp: ReturnType<typeof setTimeout> | undefined
    async function draw() {
      giveUp = setTimeout(() => {
        ending.abort()
        setState('failed')
      }, limits.timeout)
      try {
        const page = await pdf.page(number)
        if (ending.signal.aborted || !canvas.current || !text.current) return
        const real = sizeOf(page)
        onSize(number, real)
        const onto = { scale: scaleWithin(real, requested), canvas: canvas.current, text: text.current }
        const found = await drawPage(page, onto, ending.signal)
        setLinks(found)
        setState('drawn')
      } catch {
        if (!ending.signal.aborted) setState('failed')
      } finally {
        clearTimeout(giveUp)
      }
    }
    const timer = setTimeout(() => void draw(), settled)
    return () => {
      clearTimeout(timer)
      clearTimeout(giveUp)
      ending.abort()
    }
  }, [pdf, number, requested, onSize])

  return (
    <div style={{ paddingBottom: gap }}>
      {/* Paper is white in both themes. */}
      <section
        aria-label={t('page', { number, count: pdf.count })}
        aria-busy={state === 'waits'}
        className="relative mx-auto overflow-hidden bg-white shadow-1"
        style={{ ...measures(scale), width, height }}
      >
        <canvas ref={canvas} className="absolute inset-0 size-full" />
        <div ref={text} className="pdf-text" />
        {links.map(link => (
          <LinkOver key={link.id} link={link} number={number} onPlace={onPlace} />
        ))}
        {state === 'failed' && (
          <p
            role="alert"
            className="absolute inset-0 flex items-center justify-center bg-surface-2 p-4 text-sm text-danger-ink"
          >
            {t('pageFailed', { number })}
          </p>
        )}
      </section>
    </div>
  )
}

/** Custom properties that the text layer is laid out with. */
const measures = (scale: number) =>
  ({ '--total-scale-factor': scale, '--scale-round-x': '1px', '--scale-round-y': '1px' }) as CSSProperties

function LinkOver({ link, number, onPlace }: { link: PageLink; number: number; onPlace: Props['onPlace'] }) {
  const { t } = useTranslation('pdf')
  const look = 'absolute rounded-xs hover:bg-accent-soft/50 focus-visible:bg-accent-soft/50'
  if (link.href !== null)
    return (
      <a
        href={link.href}
        target="_blank"
        rel="noopener noreferrer nofollow"
        title={link.href}
        className={look}
        style={link.box}
      >
        <span className="sr-only">{link.href}</span>
      </a>
    )
  return (
    <button
      type="button"
      aria-label={t('linkInside', { number })}
      className={look}
      style={link.box}
      onClick={() => onPlace(link.place)}
    />
  )
}
