import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react'
import { lazyComponent } from './lazy-component'
import type { MarkdownProps } from './markdown'
import { loadedMarkdown, preloadMarkdown } from './preload'
import { isDrawnAlike, withoutMarks } from './without-marks'

const Later = lazyComponent(async () => (await preloadMarkdown()).Markdown)

/**
 * Renders markdown with code that loads on demand. Until then a box of about the height of the words takes their place, so
 * that no text is drawn twice. What follows the box may still move: where something does, both wait in `OnceMarksLoaded`.
 */
export function RichText(props: MarkdownProps) {
  const { children } = props
  return (
    <OnceMarksLoaded
      isNeeded={!isDrawnAlike(children)}
      placeholder={
        // Printing waits for elements with this attribute.
        <div data-awaited className="animate-appear rounded-sm bg-surface-3 *:invisible">
          <PlainWords>{children}</PlainWords>
        </div>
      }
    >
      <Rendered {...props} />
    </OnceMarksLoaded>
  )
}

function Rendered(props: MarkdownProps) {
  // Fixed while mounted, because another component in its place would lose the state. What has been loaded renders at
  // once, so that rows of a virtual list do not change their height.
  const [Markdown] = useState<ComponentType<MarkdownProps>>(() => loadedMarkdown()?.Markdown ?? Later)
  return (
    <Suspense fallback={<PlainWords>{props.children}</PlainWords>}>
      <Markdown {...props} />
    </Suspense>
  )
}

interface OnceMarksLoadedProps {
  /** Whether any of the texts needs the renderer; otherwise they are drawn at once. */
  isNeeded?: boolean
  placeholder: ReactNode
  children: ReactNode
}

/**
 * Draws texts together with what follows them once their renderer has loaded, so that none of it moves. What has been
 * drawn stays, and where the renderer cannot be loaded the words are shown without marks.
 */
export function OnceMarksLoaded({ isNeeded = true, placeholder, children }: OnceMarksLoadedProps) {
  const [isDrawn, setDrawn] = useState(() => loadedMarkdown() !== null)
  const isWaiting = isNeeded && !isDrawn
  useEffect(() => {
    const draw = () => setDrawn(true)
    if (isWaiting) preloadMarkdown().then(draw, draw)
    else draw()
  }, [isWaiting])
  return isWaiting ? placeholder : children
}

function PlainWords({ children }: { children: string }) {
  return (
    <div className="flex min-w-0 flex-col gap-2 wrap-anywhere">
      {withoutMarks(children).map((paragraph, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no identity and only grow at the end.
        <p key={at} className="whitespace-pre-line text-pretty">
          {paragraph}
        </p>
      ))}
    </div>
  )
}
