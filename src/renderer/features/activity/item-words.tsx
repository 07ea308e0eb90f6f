import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import type { ActivityItem } from '#shared/contract/activity/endpoints'
import type { TaskStatus } from '#shared/rules/task-status'
import { Badge, type BadgeTone } from '../../ui/badge'
import { hrefOf } from './address'
import { Sentence } from './sentence'

const statusTones: Record<TaskStatus, BadgeTone> = {
  todo: 'neutral',
  in_progress: 'accent',
  in_review: 'success',
  blocked: 'warn',
  done: 'success',
}

const linkLooks = 'text-accent underline decoration-accent/40 underline-offset-2 hover:decoration-accent'

type Of<K extends ActivityItem['kind']> = Extract<ActivityItem, { kind: K }>

/** What happened, as a sentence that links to the thing. */
export function ItemWords({ item }: { item: ActivityItem }) {
  switch (item.kind) {
    case 'task':
      return <TaskWords item={item} />
    case 'comment':
      return <CommentWords item={item} />
    case 'log':
      return <LogWords item={item} />
    case 'run':
      return <RunWords item={item} />
    case 'membership':
      return <MembershipWords item={item} />
    case 'capture':
      return <CaptureWords item={item} />
    case 'access':
      return <AccessWords item={item} />
  }
}

function useParts(item: ActivityItem) {
  const { t } = useTranslation('activity')
  const { pathname, search } = useLocation()
  const name = item.actor?.user_displayname ?? t(item.kind === 'log' ? 'mate' : 'somebody')
  const link = (text: string) => (
    <a href={hrefOf(item, pathname + search)} data-opens className={linkLooks}>
      {text}
    </a>
  )
  return { who: <b className="font-semibold">{name}</b>, link }
}

function TaskWords({ item }: { item: Of<'task'> }) {
  const { t } = useTranslation(['activity', 'tasks'])
  const { who, link } = useParts(item)
  const { from, to } = item
  const thing = link(item.title)
  if (!to) return <Sentence say={parts => t('task.created', parts)} parts={{ who, thing }} />
  const status = <Badge tone={statusTones[to]}>{t(`tasks:status.${to}`)}</Badge>
  if (!from) return <Sentence say={parts => t('task.movedTo', parts)} parts={{ who, thing, to: status }} />
  return (
    <Sentence
      say={parts => t('task.moved', parts)}
      parts={{ who, thing, from: t(`tasks:status.${from}`), to: status }}
    />
  )
}

function CommentWords({ item }: { item: Of<'comment'> }) {
  const { t } = useTranslation('activity')
  const { who, link } = useParts(item)
  return <Sentence say={parts => t('commented', parts)} parts={{ who, thing: link(item.title) }} />
}

function LogWords({ item }: { item: Of<'log'> }) {
  const { t } = useTranslation('activity')
  const { who, link } = useParts(item)
  const thing = link(item.doc_name)
  const { instruction_id, job_name } = item
  if (instruction_id === null) return <Sentence say={parts => t('logged', parts)} parts={{ who, thing }} />
  if (job_name === null)
    return <Sentence say={parts => t('loggedByJob', parts)} parts={{ who, thing, job: t('aJob') }} />
  const job = (
    <a href={`#/jobs/${instruction_id}`} className={linkLooks}>
      {job_name}
    </a>
  )
  return <Sentence say={parts => t('loggedByNamed', parts)} parts={{ who, thing, job }} />
}

function RunWords({ item }: { item: Of<'run'> }) {
  const { t } = useTranslation(['activity', 'jobs'])
  const { link } = useParts(item)
  const reason = item.reason && t(`jobs:reason.${item.reason}`)
  return (
    <>
      <Sentence say={parts => t(`run.${item.status}`, parts)} parts={{ thing: link(item.name) }} />
      {item.status === 'succeeded' && item.logs > 0 && `. ${t('run.logs', { count: item.logs })}`}
      {item.status !== 'succeeded' && reason && `: ${reason}`}
    </>
  )
}

function MembershipWords({ item }: { item: Of<'membership'> }) {
  const { t } = useTranslation('activity')
  const { who, link } = useParts(item)
  const person = item.person?.user_displayname ?? t('somebody')
  const { change } = item
  if (change === 'joined' || change === 'left')
    return <Sentence say={parts => t(`member.${change}`, parts)} parts={{ who: link(person) }} />
  if (change === 'removed')
    return <Sentence say={parts => t('member.removed', parts)} parts={{ who, person: link(person) }} />
  const role = t(`orgRole.${item.org_role ?? 'member'}`)
  return <Sentence say={parts => t('member.orgRole', parts)} parts={{ who, person: link(person), role }} />
}

function CaptureWords({ item }: { item: Of<'capture'> }) {
  const { t } = useTranslation('activity')
  const { who, link } = useParts(item)
  const thing = link(t('screen'))
  return <Sentence say={parts => t(item.is_start ? 'capture.began' : 'capture.ended', parts)} parts={{ who, thing }} />
}

function AccessWords({ item }: { item: Of<'access'> }) {
  const { t } = useTranslation('activity')
  const { who, link } = useParts(item)
  const thing = link(item.subject.kind === 'screen' ? t('screenOf', { name: item.name }) : item.name)
  const { change } = item
  if (change === 'changed') return <Sentence say={parts => t('access.changed', parts)} parts={{ who, thing }} />
  const grantee = item.grantee === null ? t('aBranch') : <b className="font-semibold">{item.grantee}</b>
  return <Sentence say={parts => t(`access.${change}`, parts)} parts={{ who, thing, grantee }} />
}
