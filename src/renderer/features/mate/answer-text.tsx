import { ListChecks, MessageSquare, NotebookText, ScrollText } from 'lucide-react'
import { type ComponentProps, type ReactNode, useDeferredValue } from 'react'
import { mateQuestion } from '#shared/rules/mate-question'
import { cx } from '../../ui/cx'
import { ReferenceChip } from '../../ui/reference-chip'
import { RichText } from '../../ui/rich-text'
import { SafeLink } from '../../ui/safe-link'
import { awayAttributes, useServerAway } from '../../ui/server-away'
import { Tooltip } from '../../ui/tooltip'
import { useMedia } from '../../ui/use-media'
import { evidenceOf } from './message'
import { previousPage } from './previous-page'
import { isBusy, useMate } from './store'
import { shownPart } from './stream'

const icons = { log: ScrollText, document: NotebookText, task: ListChecks, message: MessageSquare }

/** A link in an answer: a chip for evidence, a button for a question, otherwise a plain link. */
function AnswerLink({ href, children }: ComponentProps<'a'>) {
  const question = mateQuestion.in(href)
  if (question !== null) return <QuestionButton question={question}>{children}</QuestionButton>
  const evidence = evidenceOf(href)
  if (!href || !evidence) return <SafeLink href={href}>{children}</SafeLink>
  return (
    <ReferenceChip href={href} icon={icons[evidence]}>
      {children}
    </ReferenceChip>
  )
}

/** An example that asks its question. */
function QuestionButton({ question, children }: { question: string; children: ReactNode }) {
  const isMateBusy = useMate(isBusy)
  const away = useServerAway()
  const isDisabled = isMateBusy || away !== null
  const ask = () => void useMate.getState().ask(question, { suggestion: question, path: previousPage() })
  return (
    <Tooltip text={away}>
      <button
        type="button"
        {...awayAttributes(away)}
        aria-disabled={isDisabled || undefined}
        onClick={isDisabled ? undefined : ask}
        className="relative mr-1 mb-1 inline-flex max-w-full items-center rounded-full border border-line bg-surface-1 px-2.5 py-0.5 text-left text-sm text-default hover:bg-surface-3 aria-disabled:opacity-60 pointer-coarse:min-h-touch pointer-coarse:px-4"
      >
        {children}
      </button>
    </Tooltip>
  )
}

const components = { a: AnswerLink }

/** The text of an answer. */
export function AnswerText({ text, streaming = false }: { text: string; streaming?: boolean }) {
  return (
    <RichText streaming={streaming} components={components}>
      {text}
    </RichText>
  )
}

/** The text that Mate is writing: word by word, or by sentence for people who prefer reduced motion. */
export function StreamingText({ text }: { text: string }) {
  const isCalm = useMedia('(prefers-reduced-motion: reduce)')
  // Rendering a long answer takes longer than the next word to arrive, so words in between are rendered together.
  const shown = useDeferredValue(shownPart(text, isCalm ? 'sentence' : 'word'))
  if (shown === '') return null
  return (
    <div className={cx('min-w-0', caret)}>
      <AnswerText text={shown.trimEnd()} streaming />
    </div>
  )
}

/** The caret follows the last word, which may be inside a list. */
const caret =
  "[&>div>p:last-child,&>div>:is(ul,ol):last-child>li:last-child]:after:ml-[3px] [&>div>p:last-child,&>div>:is(ul,ol):last-child>li:last-child]:after:inline-block [&>div>p:last-child,&>div>:is(ul,ol):last-child>li:last-child]:after:h-[1.1em] [&>div>p:last-child,&>div>:is(ul,ol):last-child>li:last-child]:after:w-0.5 [&>div>p:last-child,&>div>:is(ul,ol):last-child>li:last-child]:after:rounded-full [&>div>p:last-child,&>div>:is(ul,ol):last-child>li:last-child]:after:bg-accent [&>div>p:last-child,&>div>:is(ul,ol):last-child>li:last-child]:after:align-[-0.18em] [&>div>p:last-child,&>div>:is(ul,ol):last-child>li:last-child]:after:content-['']"
