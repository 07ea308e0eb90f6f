import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react'
import { lazyComponent } from './lazy-component'
import type { MarkdownProps } from './markdown'
import { loadedMarkdown, preloadMarkdown } from './preload'
import { withoutMarks } from './without-marks'

const Later = lazyComponent(async () => (await preloadMarkdown()).Markdown)

/** Renders markdown with code that loads on demand. Until then the words are shown in the same place, without marks. */
export function RichText(props: MarkdownProps) {
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
  /** Whether any of the texts needs the renderer. */
  isNeeded: boolean
  placeholder: ReactNode
  children: ReactNode
}

/**
 * Draws a list or a conversation once the renderer of its texts has loaded, because a text that is drawn without marks first
 * changes its height. What has been drawn stays, and where the renderer cannot be loaded the words are shown without marks.
 */
export function OnceMarksLoaded({ isNeeded, placeholder, children }: OnceMarksLoadedProps) {
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
