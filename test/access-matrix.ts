import { SignJWT } from 'jose'
import { z } from 'zod'
import { endpoints } from '#shared/contract/all'
import { type Endpoint, hasFieldsInQuery } from '#shared/contract/endpoint'
import { addAdmins, removeUser } from '#shared/contract/organisations/people'
import { signOut } from '#shared/contract/session/endpoints'
import { createToken } from '#shared/contract/tokens/endpoints'
import { errors } from '#shared/errors'
import { can, isAtLeast, type Powers, startingRoles } from '#shared/rules/capabilities'
import { Actor } from './actor'
import type { Company } from './company'
import { inProcess } from './in-process'
import type { TestServer } from './test-server'

/** What the answer to a call is compared by. */
export interface Verdict {
  status: number
  code: string | undefined
  /** Everything that was answered, without what is different each time. */
  text: string
  /** Whether it has the common shape [7.1c, 7.1d]. */
  isShaped: boolean
}

/** Somebody who calls, and what the contract's access rules know of them. */
export interface Caller {
  name: string
  actor: Actor
  identity: 'nobody' | 'ended' | 'guest' | 'person'
  /** What they may do in the organisation that they name; null if they are not in it. */
  powers: Powers | null
}

const nothing: Powers = { org_role: 'member', capabilities: [] }
const roleOf = (name: string): Powers => ({
  org_role: 'member',
  capabilities: startingRoles.find(role => role.role_name === name)?.capabilities ?? [],
})

/** The same person with something else. */
export const changed = (actor: Actor, changes: Partial<Actor>): Actor =>
  Object.assign(new Actor(actor.server, actor.ip), actor, changes)

const showing = ({ tokens, ...actor }: Actor, IdToken: string): Actor =>
  changed(actor as Actor, { tokens: tokens && { ...tokens, IdToken } })

/** An ID token of somebody that expired a second ago. */
async function expiredToken({ app }: TestServer, { user_id, tokens }: Actor): Promise<string> {
  const [, payload = ''] = tokens?.IdToken.split('.') ?? []
  const { sid } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sid: string }
  const now = Math.floor(app.context.clock.now() / 1000)
  return new SignJWT({ use: 'id', sid })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT' })
    .setIssuer('wheelhouse')
    .setAudience('wheelhouse')
    .setSubject(String(user_id))
    .setJti(crypto.randomUUID())
    .setIssuedAt(now - 3_600)
    .setExpirationTime(now - 1)
    .sign(app.context.secrets.signingKey())
}

/** Everybody who may call: those outside and inside of `ours`, whose calls stay in this process. */
export async function castOf(server: TestServer, ours: Company, theirs: Company): Promise<Caller[]> {
  const { owner, colleague } = ours
  const invited = async (name: string, role: string) => {
    const person = await server.person({ name, email: `${name.toLowerCase().replace(' ', '.')}@matrix.example` })
    await owner.invites(person, role)
    return person
  }
  const member = await invited('Plain Member', 'Member')
  const manager = await invited('Branch Manager', 'Manager')
  const admin = await invited('Chief Admin', 'Member')
  await owner.call(addAdmins, { user_ids: [admin.user_id] })
  const removed = await invited('Removed Member', 'Member')
  await owner.call(removeUser, { user_to_be_removed: removed.user_id })
  const gone = await invited('Signed Out', 'Member')
  await gone.call(signOut, { refresh_token: gone.tokens?.RefreshToken ?? '' })
  const root = await server.person({ name: 'Super User', email: superUser })
  root.organization_id = ours.organization_id
  const { secret } = await owner.call(createToken, { name: 'Agent', scope: 'read', expires_in_days: 30 })
  const other = changed(theirs.owner, { organization_id: ours.organization_id })
  const anonymous = Object.assign(server.stranger(), { organization_id: ours.organization_id })
  const guest = await server.guest()
  const { guest_id = '' } = guest.guest ?? {}
  const { guest_token = '' } = (await server.guest()).guest ?? {}
  const impostor = changed(guest, { guest: { guest_id, guest_token } })
  const everybody: Caller[] = [
    { name: 'stranger', actor: anonymous, identity: 'nobody', powers: null },
    { name: 'expired', actor: showing(owner, await expiredToken(server, owner)), identity: 'nobody', powers: null },
    { name: 'access token', actor: showing(owner, secret ?? ''), identity: 'nobody', powers: null },
    { name: 'socket token', actor: showing(owner, owner.tokens?.AccessToken ?? ''), identity: 'nobody', powers: null },
    { name: 'signed out', actor: gone, identity: 'ended', powers: null },
    { name: 'guest', actor: guest, identity: 'guest', powers: null },
    { name: 'guest of another token', actor: impostor, identity: 'ended', powers: null },
    { name: 'removed', actor: removed, identity: 'person', powers: null },
    { name: 'other owner', actor: other, identity: 'person', powers: null },
    { name: 'super user', actor: root, identity: 'person', powers: null },
    { name: 'not granted', actor: member, identity: 'person', powers: roleOf('Member') },
    { name: 'granted', actor: colleague, identity: 'person', powers: roleOf('Member') },
    { name: 'manager', actor: manager, identity: 'person', powers: roleOf('Manager') },
    { name: 'admin', actor: admin, identity: 'person', powers: { ...nothing, org_role: 'admin' } },
    { name: 'owner', actor: owner, identity: 'person', powers: { ...nothing, org_role: 'owner' } },
  ]
  for (const { actor } of everybody) actor.send = inProcess(server.app.http)
  return everybody
}

export const superUser = 'root@matrix.example'

/** The refusal that the access rule of an endpoint decides, whatever the call is about; null if it lets them through. */
function refusalOf({ access }: Endpoint, { identity, powers }: Caller): { status: number; code: string } | null {
  if (access.who === 'anyone') return null
  if (identity === 'nobody') return { status: 401, code: 'session.required' }
  if (identity === 'ended') return { status: 401, code: 'session.expired' }
  const guests = access.who === 'member' ? access.guests : undefined
  if (identity === 'guest') return guests ? null : { status: 403, code: 'session.guest_denied' }
  if (access.who === 'signed-in') return null
  if (!powers) return { status: 403, code: 'organization.not_member' }
  const isAllowed =
    guests !== 'only' &&
    (!access.orgRole || isAtLeast(powers.org_role, access.orgRole)) &&
    (!access.can || can(powers, access.can))
  return isAllowed ? null : { status: 403, code: 'permission.missing' }
}

/** Answers that only an access rule gives. */
const ofAccessRules = ['session.required', 'session.expired', 'session.guest_denied', 'organization.not_member'].concat(
  ...['organization.required', 'request.identity_mismatch', 'server.error', 'route.not_found'],
)

/** The common shape of every answer; one about invalid fields names them. */
const Shape = z
  .object({
    status: z.int(),
    message: z.string().min(1),
    code: z.string().optional(),
    issues: z.array(z.unknown()).min(1).optional(),
  })
  .refine(({ code, issues }) => code !== 'request.invalid' || issues !== undefined)

/** What is wrong with the answer to somebody whom the access rule refuses, or lets through; null if nothing is. */
export function gateFault(
  endpoint: Endpoint,
  caller: Caller,
  { status, code, text, isShaped }: Verdict,
): string | null {
  if (!isShaped) return `not of the common shape: ${text.slice(0, 200)}`
  const refusal = refusalOf(endpoint, caller)
  const isRight = refusal
    ? status === refusal.status && code === refusal.code
    : status === 200 || (String(code) in errors && !ofAccessRules.includes(String(code)))
  return isRight ? null : `${status} ${code}, not ${refusal?.code ?? 'let through'}`
}

/** A change of a call, and the refusal that it leads to. */
interface Contradiction {
  changes: Partial<Actor>
  code: string
  isInBody: boolean
}

/** Ways in which a call names a second person or organisation beside the right ones, or none at all. */
export function contradictionsOf(endpoint: Endpoint, caller: Actor, other: Actor): Contradiction[] {
  const { who } = endpoint.access
  if (who === 'anyone') return []
  const { organization_id, user_id } = other
  const [own, halved] = [caller.organization_id, `${caller.user_id}.5`]
  const inQuery = [
    `organization_id=${organization_id}`,
    `user_id=${user_id}`,
    `origin_id=${user_id}`,
    `user_id=${halved}`,
    `organization_id=${own},${organization_id}`,
    `organization_id=${own}&organization_id=${organization_id}`,
  ]
  const ids = { organization_id: [own, organization_id] }
  const inBody = [{ organization_id }, { user_id }, { origin_id: user_id }, { user_id: halved }, ids]
  const takesJson = !hasFieldsInQuery(endpoint) && endpoint.carries === undefined
  const code = 'request.identity_mismatch'
  return [
    ...inQuery.map(moreQuery => ({ changes: { moreQuery }, code, isInBody: false })),
    ...(takesJson ? inBody : []).map(moreBody => ({ changes: { moreBody }, code, isInBody: true })),
    ...(who === 'member' ? [{ changes: { organization_id: -1 }, code: 'organization.required', isInBody: false }] : []),
  ]
}

/** Names of fields that mean the same row as another name. */
const alsoNaming: Readonly<Record<string, string>> = {
  handed_to: 'owner_id',
  for_user_id: 'owner_id',
  for_user_ids: 'user_ids',
  by_user_id: 'owner_id',
  connect_user_workhours: 'owner_id',
  frame_ids: 'references',
}

type Fields = Readonly<Record<string, unknown>>

const valueIn = (fields: Fields, name: string): unknown => fields[alsoNaming[name] ?? name]

/** A way in which a call names a row: `of` returns the fields that name the row which other fields name. */
export interface Reference {
  name: string
  of(fields: Fields): Fields
}

const subject = (kind: string, name: string): Reference => ({
  name: `id of a ${kind}`,
  of: fields => ({ kind, id: fields[name] }),
})
const source = (name: string, of: (fields: Fields) => unknown): Reference => ({
  name: `source.${name}`,
  of: fields => ({ source: of(fields) }),
})
const grantee = (grantee_kind: string, name: string): Reference => ({
  name: `grantee_id of a ${grantee_kind}`,
  of: fields => ({ grantee_kind, grantee_id: fields[name] }),
})

/** Fields that name different kinds of rows, and how. */
const several: Readonly<Record<string, readonly Reference[]>> = {
  id: [
    subject('document', 'doc_id'),
    subject('camera', 'camera_id'),
    subject('job', 'instruction_id'),
    subject('screen', 'owner_id'),
  ],
  grantee_id: [grantee('user', 'owner_id'), grantee('role', 'role_id'), grantee('branch', 'branch_id')],
  source: [
    source('camera', ({ camera_id }) => ({ kind: 'camera', camera_id })),
    source('screen', ({ owner_id }) => ({ kind: 'screen', user_id: owner_id })),
    source('feed_ids', ({ camera_id }) => ({ feed_ids: [camera_id] })),
    source('user_ids', ({ user_ids }) => ({ user_ids })),
    source('logbook_ids', ({ doc_ids }) => ({ logbook_ids: doc_ids })),
  ],
}

const isRecording = (path: string) => /^\/diarization\/(?!refresh)/.test(path)

/** All ways in which a call to an endpoint can name rows. */
export function referencesOf({ body, path }: Endpoint, { naming }: Company): Reference[] {
  const isNaming = (name: string) =>
    naming.includes(alsoNaming[name] ?? name) && (name !== 'labels' || path.startsWith('/logs'))
  return Object.keys(body.shape)
    .filter(isNaming)
    .flatMap(name => {
      const row = name === 'doc_id' && isRecording(path) ? 'recording_id' : name
      return several[name] ?? [{ name, of: (fields: Fields) => ({ [name]: valueIn(fields, row) }) }]
    })
}

const day = { from: '2026-11-20', to: '2026-11-20' }
const hour = { from: '2026-11-20T08:00:00Z', to: '2026-11-20T09:00:00Z' }
const rows: Fields = { labels: { 0: 'Clear' } }

/** What calls need besides the fields that the contract requires, by the end of their path. */
const alsoNeeded: readonly [RegExp, (company: Company) => Fields][] = [
  [/^\/(logs|notes\/page)/, () => ({ content: 'A log.', update: 'AAA=' })],
  [/^\/graph$/, () => rows],
  [/^\/graph\/annotations/, () => ({ from: hour.from })],
  [/^\/graph\/thresholds/, () => ({ label: 0, side: 'above', value: 2, unit: 'day', is_watched: true })],
  [/proposals\/answer$/, () => ({ label: 0 })],
  [/\/labels$/, () => ({ labels: [0] })],
  [/dashboard\/list/, () => ({ name: 'open_tasks' })],
  [/frames\/days/, () => ({ ...day, zone: 'UTC' })],
  [/frames\/(timeline|time_lapse|export)|marks$|measure$/, () => hour],
  [/activity\/day/, () => ({ from: hour.from, to: hour.to })],
  [/frames\/find/, () => ({ at: hour.to })],
  [/chat\/send/, () => ({ chat_message: 'Hello.' })],
  [/update\/tasks/, ({ fields }) => ({ task_id: fields.task_id })],
  [/instructions\/(create|try_out)/, ({ fields }) => ({ source: { logbook_ids: fields.doc_ids } })],
  [/instructions\/preview/, () => ({ minute_interval: 60 })],
  [/manage_frame/, ({ fields }) => ({ frame_id: (fields.ids as string[])[0], keep: true })],
  [/custom_code/, () => ({ custom_code: 'return []' })],
  [/working_hours$/, () => ({ days: [] })],
  [/^\/diarization\/(?!refresh|start)/, ({ fields }) => ({ doc_id: fields.recording_id })],
  [/segment\/split/, () => ({ at: 1 })],
  [/speaker\/merge/, () => ({ from: 1, into: 2 })],
  [/runs\/verdict$/, () => ({ run_id: 1, verdict: 'right' })],
  [/jobs\/model/, () => ({ model: null })],
  [/mate\/confirm/, () => ({ option: 0 })],
  [/sudo\/job/, ({ organization_id }) => ({ of_organization: organization_id, action: 'inspect' })],
]

/** What an endpoint needs, and nothing else. */
export function neededFields(endpoint: Endpoint, company: Company): Fields {
  const { required = [] } = z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' })
  const needed = Object.fromEntries(required.map(name => [name, valueIn(company.fields, name)]))
  const more = alsoNeeded.filter(([path]) => path.test(endpoint.path)).map(([, of]) => of(company))
  return Object.assign(needed, ...more) as Fields
}

const changing = [
  /signature=[^&"]*/g,
  /"request_id":"[^"]*"/g,
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g,
  /\d+/g,
]

export async function ask(actor: Actor, endpoint: Endpoint, fields: Fields): Promise<Verdict> {
  const reply = await actor.reply(endpoint, fields as never)
  const text = changing.reduce((rest, pattern) => rest.replace(pattern, '#'), JSON.stringify(reply))
  return { status: reply.status, code: reply.code, text, isShaped: Shape.safeParse(reply).success }
}

export const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`

/** The endpoints that a call of theirs can get through to, or not. */
export const allEndpoints: readonly Endpoint[] = endpoints.map(({ endpoint }) => endpoint)

/** Works through a list, a few at once. */
export async function eachOf<T>(list: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = list[Symbol.iterator]()
  const lane = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: 6 }, lane))
}

/** A call that names a row in one way, by somebody whom the access rule lets through. */
interface Cell {
  endpoint: Endpoint
  reference: Reference
  caller: Caller
}

/** Fields that name the rows of `ours`, of another organisation, deleted ones, and ones that never existed. */
export interface Rows {
  ours: Company
  theirs: Company
  deleted: Fields
}

/** Every reference to a row that some of these callers may make. */
export function cellsOf(ours: Company, callers: readonly Caller[]): Cell[] {
  return allEndpoints
    .filter(({ access }) => access.who !== 'anyone')
    .flatMap(endpoint => referencesOf(endpoint, ours).map(reference => ({ endpoint, reference })))
    .flatMap(cell => callers.filter(caller => !refusalOf(cell.endpoint, caller)).map(caller => ({ ...cell, caller })))
}

export const titleOf = ({ endpoint, reference, caller }: Cell): string =>
  `${nameOf(endpoint)}, ${reference.name}, ${caller.name}`

/** References to rows which a member sees only if they were let in. */
const hidden =
  /^(doc|log|graph|annotation|threshold|camera|file|segment|batch|instruction|task|comment|view|chat|message|bot|calendar|token|branch)_id|^(doc_log_ids|center_id|logbook_id|feedId|ids|frame_ids|references|origins|items|labels|notification_ids|depends_on|parent_id|reply_to|destination)$|^id of a (document|camera|job)|^source\.(camera|feed_ids|logbook_ids)/
/** Endpoints that are about what was deleted. */
const restoring = /restore|undelete/
/** Would look through a camera, which no test can reach, or cannot be repeated, because it removes files. */
const isOnce = ({ endpoint: { path } }: Cell) => path.endsWith('/try_out') || path.endsWith('/upload/finish')

export const answerOf = ({ status, code }: Verdict): string => `${status}${code ? ` ${code}` : ''}`

/**
 * What a cell is answered: about a row of `ours`, one that never existed, and by the name of the relation every row that
 * must look the same.
 */
export async function answersIn(cell: Cell, { ours, theirs, deleted }: Rows) {
  const { endpoint, reference, caller } = cell
  const needed = neededFields(endpoint, ours)
  const about = (fields: Fields) => ask(caller.actor, endpoint, { ...needed, ...reference.of(fields) })
  const never = await about(ours.fieldsOfNobody)
  const isGuest = caller.identity === 'guest'
  // What an admin may do with rows that are there is in the table as what an owner may, who is asked about each.
  const own = isOnce(cell) || isGuest || caller.name === 'admin' ? null : await about(ours.fields)
  const same: Record<string, Verdict> = {}
  if (never.code === 'request.invalid') return { never, own, same }
  same['of another organisation'] = await about(theirs.fields)
  if (isGuest) same['of an organisation of others'] = await about(ours.fields)
  if (!restoring.test(endpoint.path)) same.deleted = await about({ ...ours.fieldsOfNobody, ...deleted })
  if (caller.name === 'not granted' && hidden.test(reference.name)) same['not granted'] = await about(ours.fields)
  return { never, own, same }
}
