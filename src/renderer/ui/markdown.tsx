import { type ComponentProps, createContext, memo, type ReactNode, useContext, useMemo } from 'react'
import ReactMarkdown, { type Components, type Options } from 'react-markdown'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import remend from 'remend'
import { fileOfPicture, referenceFrom } from '#shared/page/references'
import { cx } from './cx'
import { MESSAGE_ELEMENTS, readMessage } from './markdown-message'
import { labelTasks, toggleTask } from './markdown-tasks'
import { collectWords, markWords } from './markdown-words'
import { safeHref } from './safe-href'
import { SafeLink } from './safe-link'

type Size = 'small' | 'page' | 'message'

/** Heading sizes from the first level on. Those of a page match its editor (logbooks/editor/editor.css). */
const SIZES: Record<Size, string[]> = {
  small: ['text-lg font-semibold tracking-tight'],
  page: [
    'text-2xl font-semibold tracking-tight not-first:mt-4',
    'text-xl font-semibold tracking-tight not-first:mt-3',
    'text-lg font-semibold not-first:mt-2',
  ],
  // Not larger than the text.
  message: [],
}

/** Heading levels start below those of the surrounding page. */
function headings(from: number, size: Size): Components {
  const at = (level: number) => {
    const Tag = `h${Math.min(6, from + level)}` as 'h3'
    const className = SIZES[size][level] ?? 'text-md font-semibold'
    return ({ children }: { children?: ReactNode }) => <Tag className={className}>{children}</Tag>
  }
  return { h1: at(0), h2: at(1), h3: at(2), h4: at(3), h5: at(4), h6: at(5) }
}

const eachLevel = (size: Size): Record<number, Components> => ({
  2: headings(2, size),
  3: headings(3, size),
  4: headings(4, size),
})
const HEADINGS: Record<Size, Record<number, Components>> = {
  small: eachLevel('small'),
  page: eachLevel('page'),
  message: eachLevel('message'),
}

/** Line breaks of a page and of a message are kept. */
const KEPT_LINES =
  '[&_:is(ul,ol)]:whitespace-normal [&_li:not(:has(>:is(p,ul,ol)))]:whitespace-pre-line [&_p]:whitespace-pre-line'

const ELEMENTS: Components = {
  // People have no page of their own.
  a: ({ href = '', children }) =>
    referenceFrom(href)?.kind === 'person' ? (
      <strong className="font-medium">{children}</strong>
    ) : (
      <SafeLink href={href}>{children}</SafeLink>
    ),
  // Loading a picture would tell its server who reads the text, so the picture becomes a link. The pictures of a page are
  // shown by its editor.
  img: ({ src = '', alt }) =>
    typeof src !== 'string' || fileOfPicture(src) ? (
      <span className="text-muted">{alt}</span>
    ) : (
      <SafeLink href={src}>{alt || src}</SafeLink>
    ),
  p: ({ children }) => <p className="text-pretty">{children}</p>,
  strong: ({ children }) => <strong className="font-semibold">{children}</strong>,
  ul: ({ children }) => <ul className="list-disc space-y-1 pl-5">{children}</ul>,
  ol: ({ children, start }) => (
    <ol start={start} className="list-decimal space-y-1 pl-5 marker:text-muted marker:tabular-nums">
      {children}
    </ol>
  ),
  li: ({ children }) => (
    <li className="has-[>input,>p>input]:-ml-5 has-[>input,>p>input]:min-h-6 has-[>input,>p>input]:list-none has-[>input,>p>input]:pl-5 pointer-coarse:has-[>input:enabled]:py-2.5 [&>ol]:mt-1 [&>ul]:mt-1">
      {children}
    </li>
  ),
  input: Task,
  blockquote: ({ children }) => (
    <blockquote className="border-l-2 border-strong pl-3 text-muted">{children}</blockquote>
  ),
  hr: () => <hr className="border-line" />,
  code: ({ children }) => (
    <code className="rounded-xs bg-surface-3 px-1 py-px font-mono text-[0.92em] [pre_&]:bg-transparent [pre_&]:p-0">
      {children}
    </code>
  ),
  pre: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling content must be reachable with the keyboard.
    <pre tabIndex={0} className="overflow-x-auto rounded-md border border-line bg-surface-2 px-3 py-2.5 text-sm">
      {children}
    </pre>
  ),
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling content must be reachable with the keyboard.
    <div tabIndex={0} className="overflow-x-auto rounded-md border border-line">
      <table className="w-full border-collapse text-sm wrap-break-word [&_tr:last-child>td]:border-b-0">
        {children}
      </table>
    </div>
  ),
  th: ({ children, style }) => (
    <th
      style={style}
      className="border-b border-line px-3 py-2 text-left text-xs font-medium whitespace-nowrap text-muted"
    >
      {children}
    </th>
  ),
  td: ({ children, style }) => (
    <td style={style} className="border-b border-line px-3 py-2 align-top">
      {children}
    </td>
  ),
}

/** The rendered text and the callback for its tasks; null where tasks are read-only. */
const Tasks = createContext<{ text: string; onChange: (text: string) => void } | null>(null)

/**
 * The checkbox of a task. If it can be ticked, its target is 24 px, and 44 px for touch, whatever the size of the
 * visible box.
 */
function Task({ checked, ...input }: ComponentProps<'input'> & { 'data-task'?: number }) {
  const tasks = useContext(Tasks)
  const at = input['data-task']
  const toggled = tasks && at !== undefined ? toggleTask(tasks.text, at) : null
  return (
    <input
      type="checkbox"
      checked={checked}
      disabled={toggled === null}
      aria-label={input['aria-label']}
      onChange={() => toggled !== null && tasks?.onChange(toggled)}
      className="-my-1 -mr-1 -ml-6 inline-grid size-6 cursor-pointer appearance-none place-items-center rounded-xs align-middle before:size-3.5 before:rounded-xs before:border before:border-strong before:bg-surface-1 before:text-center before:text-[12px]/[12px] before:content-[''] checked:before:border-accent checked:before:bg-accent checked:before:text-on-accent checked:before:content-['✓'] disabled:cursor-default disabled:before:border-current disabled:before:bg-transparent disabled:before:text-current pointer-coarse:enabled:-my-3 pointer-coarse:enabled:-mr-3.5 pointer-coarse:enabled:-ml-[34px] pointer-coarse:enabled:size-11"
    />
  )
}

const NOBODY: readonly string[] = []

const REMARK = [remarkGfm]
const REHYPE: NonNullable<Options['rehypePlugins']> = [
  // The first of two filters; urlTransform below is the second, and also knows addresses within the app.
  [
    rehypeSanitize,
    { ...defaultSchema, protocols: { ...defaultSchema.protocols, href: ['http', 'https', 'mailto', 'tel'] } },
  ],
  labelTasks,
]

export interface MarkdownProps {
  children: string
  /** The text is still arriving, so open emphasis, code and links are closed before rendering. */
  streaming?: boolean
  /** The level of a first-level heading in the text. */
  headingLevel?: 2 | 3 | 4
  /** `page` is for a text that fills the pane; `message` is for one of a chat, in which HTML is text. */
  size?: Size
  /** The names that stand out after an @ in a message, the longest first. */
  mentioned?: readonly string[]
  /**
   * Replaces the rendering of some elements, for example of links by a ReferenceChip. Use SafeLink for the remaining
   * links.
   */
  components?: Components
  /** Receives the text after a task is toggled; without it tasks are read-only. */
  onChange?: ((text: string) => void) | undefined
  /** The words to highlight, counted as by `wordsIn`. */
  marked?: ReadonlySet<number> | undefined
}

/**
 * Renders untrusted markdown from people and models. Raw HTML is dropped. Only http, https, mailto and tel addresses
 * and places in the app become links. Nothing is loaded from anywhere. The code is large: use RichText, which loads it
 * on demand.
 */
export const Markdown = memo(function Markdown({
  children,
  streaming = false,
  headingLevel = 3,
  size = 'small',
  mentioned = NOBODY,
  components,
  onChange,
  marked,
}: MarkdownProps) {
  const isMessage = size === 'message'
  const tasks = useMemo(() => (onChange ? { text: children, onChange } : null), [children, onChange])
  return (
    <div className={cx('flex min-w-0 flex-col gap-2 wrap-anywhere', size !== 'small' && KEPT_LINES)}>
      <Tasks value={tasks}>
        <ReactMarkdown
          remarkPlugins={isMessage ? [readMessage(mentioned)] : REMARK}
          rehypePlugins={marked ? [...REHYPE, markWords(marked)] : REHYPE}
          urlTransform={url => safeHref(url) ?? ''}
          components={{
            ...HEADINGS[size][headingLevel],
            ...ELEMENTS,
            ...(isMessage && MESSAGE_ELEMENTS),
            ...components,
          }}
        >
          {streaming ? remend(children, { linkMode: 'text-only' }) : children}
        </ReactMarkdown>
      </Tasks>
    </div>
  )
})

/** The visible words of a text, in reading order. */
export function wordsIn(text: string): string[] {
  const words: string[] = []
  ReactMarkdown({ children: text, remarkPlugins: REMARK, rehypePlugins: [...REHYPE, collectWords(words)] })
  return words
}
