import type { ReactNode } from 'react'
import { firstSentenceApart, repeatsWords } from '#shared/rules/log-title'
import { WritingDots } from '../../ui/writing-dots'
import { Words } from './words'

interface Props {
  title: string
  content: string
  titleId: string
  /** Stands in the place of a title that is being written. */
  generating?: string | undefined
  /** Stands between the title and the words. */
  children: ReactNode
  /** Takes the words with a task ticked; without it they are only read. */
  onChange?: ((content: string) => void) | undefined
}

/** A log's title and its words. A title that only repeats the first sentence is that sentence, emphasised and said once [D45]. */
export function LogWords({ title, content, titleId, generating, children, onChange }: Props) {
  if (generating !== undefined) {
    return (
      <>
        <h3 id={titleId} className="flex items-center gap-2 text-md leading-5 font-medium text-muted">
          {generating}
          <WritingDots className="text-accent" />
        </h3>
        {children}
        <Text>{content}</Text>
      </>
    )
  }
  const apart = firstSentenceApart({ title, content })
  const isHidden = apart === null && repeatsWords({ title, content })
  return (
    <>
      <h3 id={titleId} className={isHidden ? 'sr-only' : 'text-md leading-5 font-semibold wrap-anywhere'}>
        {apart ? (apart[1] === '' ? title : apart[0]) : title}
      </h3>
      {children}
      <Text isEmphasised={isHidden} onChange={apart ? onEnd(content, apart[1], onChange) : onChange}>
        {apart ? apart[1] : content}
      </Text>
    </>
  )
}

/** Puts what became of the end of the words behind what stands before it. */
function onEnd(content: string, end: string, onChange: Props['onChange']): Props['onChange'] {
  const length = content.trimEnd().length
  if (!onChange || !content.slice(0, length).endsWith(end)) return undefined
  return changed => onChange(content.slice(0, length - end.length) + changed + content.slice(length))
}

interface TextProps {
  children: string
  isEmphasised?: boolean
  onChange?: Props['onChange']
}

function Text({ children, isEmphasised = false, onChange }: TextProps) {
  if (children.trim() === '') return null
  return (
    <div className={isEmphasised ? 'mt-1.5 max-w-[640px] first-line:font-semibold' : 'mt-1.5 max-w-[640px]'}>
      <Words onChange={onChange}>{children}</Words>
    </div>
  )
}

/** A short log that was given no title is its own title: it is not said twice. */
export function saysTheSame(title: string, content: string): boolean {
  const text = content.trim()
  return text === '' || text === title || text.replace(/[.。।]$/u, '') === title
}
