import { ExternalLink, type LucideIcon, NotebookText, SquareCheck, Workflow } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Card, CardLink } from '#shared/contract/messages/card'
import { cx } from '../../../ui/cx'

const TONES: Record<Card['tone'], string> = {
  neutral: 'border-l-strong',
  good: 'border-l-success',
  warning: 'border-l-warn',
  danger: 'border-l-danger',
}

/** The structured part of a bot’s message. All of its texts are plain text. */
export function MessageCard({ card }: { card: Card }) {
  const { title, tone, fields, url, links } = card
  if (title === '' && fields.length === 0 && url === null && links.length === 0) return null
  return (
    <div className={cx('flex min-w-0 flex-col gap-1.5 border-l-4 pl-2.5', TONES[tone])}>
      {title !== '' && <p className="text-sm font-semibold wrap-anywhere">{title}</p>}
      {fields.length > 0 && (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-sm">
          {fields.map(({ name, value }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two fields may have the same name.
            <div key={index} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="min-w-0 wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {(links.length > 0 || url !== null) && (
        <p className="flex flex-wrap gap-x-3 gap-y-1 text-sm">
          {links.map(link => (
            <InAppLink key={addressOf(link)} link={link} />
          ))}
          {url !== null && <WebLink url={url} />}
        </p>
      )}
    </div>
  )
}

const addressOf = (link: CardLink): string =>
  link.kind === 'log'
    ? `#/docs/${link.doc_id}?log=${link.log_id}`
    : link.kind === 'job'
      ? `#/jobs/${link.instruction_id}`
      : `#/tasks/${link.task_id}`

const GLYPHS: Record<CardLink['kind'], LucideIcon> = { log: NotebookText, job: Workflow, task: SquareCheck }
const LINK = 'inline-flex items-center gap-1 text-accent underline underline-offset-2 pointer-coarse:min-h-touch'

function InAppLink({ link }: { link: CardLink }) {
  const { t } = useTranslation('messages')
  const Glyph = GLYPHS[link.kind]
  return (
    <a href={addressOf(link)} className={LINK}>
      <Glyph size={14} />
      {link.kind === 'job' ? link.name : t(`card.${link.kind}`)}
    </a>
  )
}

/** Names the host, because the text beside it comes from another program. */
function WebLink({ url }: { url: string }) {
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow" className={LINK}>
      <ExternalLink size={14} />
      {new URL(url).host}
    </a>
  )
}
