import type { AccessRequest, declineAccess, requestAccess } from '#shared/contract/access'
import type { Body } from '#shared/contract/endpoint'
import { refuse } from '#shared/errors'
import { access, day } from '#shared/limits'
import type { MemberScene } from '../../platform/scene'
import { personFrom } from '../profile/person-service'
import * as store from './requests-store'
import { tellAnswers } from './service'
import { subjects } from './subjects'

/** A request that nobody answers is over after this long; it makes room for another one. */
const openFor = 30 * day
const listedAtMost = 100

const openSince = ({ now }: MemberScene) => new Date(Date.parse(now) - openFor).toISOString()

/**
 * Asks those who can give access. For what the caller may not see everything is the same, whether or not it is there: the answer, the
 * row that is kept and counted, the entry in the audit log, the event – where nobody can give access, it is told to nobody. So
 * neither the limit nor a gap in the numbers of events tells anything. Nothing is done where they see it already.
 */
export async function request(at: MemberScene, { kind, id, note }: Body<typeof requestAccess>): Promise<null> {
  const subject = { kind, id }
  const { user_id } = at.caller
  if (await subjects[kind].find(at, id)) {
    await store.takeRequests(at, subject, [user_id])
    return null
  }
  const [, others, user_ids] = await Promise.all([
    store.lockAsker(at),
    store.countOthers(at, subject, openSince(at)),
    subjects[kind].giversOf(at, id),
  ])
  if (others >= access.openRequests) throw refuse('access.too_many_requests')
  await Promise.all([
    store.forgetLapsed(at, openSince(at)),
    store.putRequest(at, subject, { note, reached: user_ids.length > 0 }),
    at.audit({ kind: 'access.requested', subject: `${kind}:${id}` }),
  ])
  at.record({ kind: 'access.requested', subject, user_id }, { to: 'users', user_ids })
  return null
}

/** What the caller can answer, oldest first. */
export async function list(at: MemberScene): Promise<AccessRequest[]> {
  const names = Object.values(subjects).map(one => ({ kind: one.kind, of: one.named }))
  const rows = await store.openRequests(at, { names, since: openSince(at), limit: listedAtMost })
  return Promise.all(
    rows.map(async ({ kind, id, name, note, asked_at, ...person }) => ({
      kind,
      id,
      name,
      user: await personFrom(at, person),
      note,
      asked_at,
    })),
  )
}

/** Answers no. The one who asked is told, with nothing but the ids that they sent, and so are those who need not answer any more. */
export async function decline(at: MemberScene, body: Body<typeof declineAccess>): Promise<null> {
  const { requested_by: user_id, ...subject } = body
  await subjects[subject.kind].hold(at, subject.id)
  const wasOpen = await store.takeOpenRequest(at, subject, { user_id, since: openSince(at) })
  if (!wasOpen) throw refuse('access.request_not_found')
  await tellAnswers(at, subjects[subject.kind], subject.id, { to: [user_id], is_given: false })
  await at.audit({
    kind: 'access.declined',
    subject: `${subject.kind}:${subject.id}`,
    details: { requested_by: user_id },
  })
  return null
}
