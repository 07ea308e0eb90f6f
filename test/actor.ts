import {
  type Answer,
  changesSomething,
  type Endpoint,
  hasFieldsInQuery,
  type Input,
  pathParameters,
  type Reply,
} from '#shared/contract/endpoint'
import { type Guest, registerGuest } from '#shared/contract/guests/endpoints'
import { createOrganisation, organisationInfo } from '#shared/contract/organisations/endpoints'
import { acceptInvite, invitePeople } from '#shared/contract/organisations/invites'
import { createProfile, fetchProfile, type Profile } from '#shared/contract/profile/endpoints'
import {
  type SignedInAnswer,
  sendEmailCode,
  sendPhoneCode,
  type Tokens,
  verifyCode,
} from '#shared/contract/session/endpoints'
import type { Transport } from './in-process'

export interface PersonParams {
  name: string
  email?: string
  phone?: string
  timezone?: string
  language?: 'en' | 'hi' | 'de' | 'es'
}

/** An API error, as a test sees it. */
export class Refused extends Error {
  override name = 'Refused'
  constructor(
    readonly status: number,
    readonly code: string | undefined,
    message: string,
    readonly issues: { path: string; message: string }[] | undefined,
  ) {
    super(`${status} ${code}: ${message}`)
  }
}

/** A file to upload. */
export interface SentFile {
  name: string
  bytes: Uint8Array
}

/** Options of a call besides its fields. */
export interface Extra {
  key?: string
  headers?: Record<string, string>
  /** The body of calls with bytes, and the files of those with files; by default a single dot. */
  bytes?: Uint8Array
  files?: readonly SentFile[]
}

/** The body of a call and its type. */
function bodyOf(
  endpoint: Endpoint,
  fields: Record<string, unknown>,
  extra: Extra,
): [RequestInit['body'], string | undefined] {
  const { bytes = Buffer.from('.'), files = [{ name: 'dot.txt', bytes }] } = extra
  if (endpoint.carries === 'bytes') return [new Blob([Buffer.from(bytes)]), 'application/octet-stream']
  if (endpoint.carries !== 'files') return [JSON.stringify(fields), 'application/json']
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, String(value))
  for (const file of files) form.append('files', new Blob([Buffer.from(file.bytes)]), file.name)
  return [form, undefined]
}

/** A person who calls the server over HTTP, as the clients do. */
export class Actor {
  user_id = 0
  organization_id = -1
  name = ''
  address = ''
  tokens: Tokens | null = null
  /** The credentials of a guest. */
  guest: Pick<Guest, 'guest_id' | 'guest_token'> | null = null

  /** What the query of each call ends with. */
  moreQuery = ''
  /** What the body of each call has instead of the right ids. */
  moreBody: Record<string, unknown> = {}
  /** How their calls reach the server. */
  send: Transport = fetch

  constructor(
    /** The server that they call. */
    readonly server: { readonly url: string },
    readonly ip: string,
  ) {}

  /** The newest code that was sent to an address. */
  async codeFor(address: string): Promise<string> {
    const response = await fetch(`${this.server.url}/outbox.json?to=${encodeURIComponent(address)}`)
    const [newest] = (await response.json()) as { code: string }[]
    if (!newest) throw new Error(`No code was sent to ${address}.`)
    return newest.code
  }

  async signIn(address: string): Promise<SignedInAnswer> {
    if (address.includes('@')) await this.call(sendEmailCode, { email: address })
    else await this.call(sendPhoneCode, { phone_number: address })
    const OTP = await this.codeFor(address)
    const answer = await this.call(verifyCode, {
      ...(address.includes('@') ? { email: address } : { phone_number: address }),
      OTP,
    })
    this.tokens = answer
    this.user_id = answer.user_id
    this.address = address
    return answer
  }

  async signUp({ name, email, phone, timezone = 'UTC', language = 'en' }: PersonParams): Promise<void> {
    const address = phone ?? email ?? `${name.toLowerCase().replace(/[^a-z]+/g, '.')}@ridgeway.example`
    const { profile_token } = await this.signIn(address)
    this.name = name
    if (profile_token) await this.call(createProfile, { profile_token, displayname: name, language, timezone })
  }

  /** The reply in its wire format. */
  async reply<E extends Endpoint>(endpoint: E, input: Input<E>, extra: Extra = {}): Promise<Reply<Answer<E>>> {
    const fields = { ...(input as Record<string, unknown>) }
    const path = pathParameters(endpoint.path).reduce(
      (so, name) => so.replace(`{${name}}`, String(fields[name])),
      endpoint.path,
    )
    const ids = this.#ids()
    const inQuery = hasFieldsInQuery(endpoint)
    const hasBody = !inQuery || endpoint.carries === 'bytes'
    const [body, contentType] = hasBody ? bodyOf(endpoint, { ...fields, ...ids, ...this.moreBody }, extra) : []
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries({ ...ids, ...(inQuery ? fields : {}) })) {
      if (value !== undefined) query.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
    }
    const response = await this.send(`${this.server.url}${path}?${query}&${this.moreQuery}`, {
      method: endpoint.method,
      headers: {
        accept: 'application/json',
        'x-forwarded-for': this.ip,
        ...(this.tokens && { authorization: `Bearer ${this.tokens.IdToken}` }),
        ...(contentType && { 'content-type': contentType }),
        ...(extra.key && changesSomething(endpoint) && { 'idempotency-key': extra.key }),
        ...extra.headers,
      },
      ...(body !== undefined && { body }),
    })
    return (await response.json()) as Reply<Answer<E>>
  }

  /** The ids or guest credentials of every call. */
  #ids(): Record<string, number | string> {
    if (this.guest) return { guest_id: this.guest.guest_id, guest_token: this.guest.guest_token }
    if (this.user_id <= 0) return {}
    return { organization_id: this.organization_id, user_id: this.user_id, origin_id: this.user_id }
  }

  /** Registers as a guest. */
  async comeAsGuest(params: Input<typeof registerGuest> = {}): Promise<void> {
    const { guest_id, guest_token } = await this.call(registerGuest, params)
    this.guest = { guest_id, guest_token }
  }

  /** The data of the answer; throws {@link Refused}. */
  async call<E extends Endpoint>(endpoint: E, input: Input<E>, extra: Extra = {}): Promise<Answer<E>> {
    const { data, status, code, message, issues } = await this.reply(endpoint, input, extra)
    if (status !== 200) throw new Refused(status, code, message, issues)
    return data
  }

  profile(): Promise<Profile> {
    return this.call(fetchProfile, {})
  }

  /** Creates an organisation and works in it from then on. */
  async createOrganisation(organization_name: string): Promise<number> {
    const { organization_id } = await this.call(createOrganisation, { organization_name })
    this.organization_id = organization_id
    return organization_id
  }

  /** Invites somebody into the own organisation, who accepts, with the given role or the one with the fewest rights. */
  async invites(guest: Actor, role_name = 'Member'): Promise<void> {
    const { roles } = await this.call(organisationInfo, {})
    const role = roles.find(candidate => candidate.role_name === role_name)
    if (!role) throw new Error(`There is no role ${role_name}.`)
    const to = guest.address.includes('@') ? { email_id: guest.address } : { phone_number: guest.address }
    const [result] = await this.call(invitePeople, { invites: [{ ...to, role_id: role.role_id }] })
    if (!result?.invite) throw new Error(`The invite was refused: ${result?.message}`)
    await guest.call(acceptInvite, { invite_id: result.invite.invite_id })
    guest.organization_id = this.organization_id
  }
}
