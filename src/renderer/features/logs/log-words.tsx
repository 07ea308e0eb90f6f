import type { ReactNode } from 'react'
import { firstSentenceApart, repeatsWords } from '#shared/rules/log-title'
import { Words } from '../../ui/words'
import { WritingDots } from '../../ui/writing-dots'
import { linkComponents } from '../search/slots'

interface Props {
  title: string
  content: string
  titleId: string
  /** Shown while the title is being written. */
  generating?: string | undefined
  /** Shown between the title and the text. */
  children: ReactNode
  /** Receives the text after a task is toggled; without it tasks are read-only. */
  onChange?: ((content: string) => void) | undefined
}

/**
 * The title and the text of a log. If the title only repeats the first sentence, that sentence is emphasised instead
 * [D45].
 */
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

/** Passes a changed end of the text on, together with the part before it. */
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
      <Words onChange={onChange} components={linkComponents}>
        {children}
      </Words>
    </div>
  )
}

/** Whether a short log without a title of its own would repeat itself below its derived title. */
export function repeatsTitle(title: string, content: string): boolean {
  const text = content.trim()
  return text === '' || text === title || text.replace(/[.。।]$/u, '') === title
}
