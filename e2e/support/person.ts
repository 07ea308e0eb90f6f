import { createDocument, type Document } from '#shared/contract/documents/endpoints'
import {
  type Answer,
  carriesQuery,
  type Endpoint,
  type Input,
  pathParameters,
  type Reply,
} from '#shared/contract/endpoint'
import { writeLog } from '#shared/contract/logs/endpoints'
import type { Log } from '#shared/contract/logs/log'
import { createOrganisation, organisationInfo } from '#shared/contract/organisations/endpoints'
import { acceptInvite, invitePeople } from '#shared/contract/organisations/invites'
import { createProfile, updateProfile } from '#shared/contract/profile/endpoints'
import { getTokens, type SignedInAnswer, sendEmailCode, verifyCode } from '#shared/contract/session/endpoints'
import type { Server } from './server'
import { timeZone } from './time-zone'

/** Returns the newest code sent to an address, from the mailbox of the server or from its outbox. */
export async function codeFor(server: Server, address: string): Promise<string> {
  const code = server.mailbox ? server.mailbox.codeFor(address) : await codeInOutbox(server, address)
  if (!code) throw new Error(`No code was sent to ${address}.`)
  return code
}

async function codeInOutbox(server: Server, address: string): Promise<string | null | undefined> {
  const response = await fetch(`${server.url}/outbox.json?to=${encodeURIComponent(address)}`)
  const items = (await response.json()) as { code: string | null }[]
  return items.find(item => item.code)?.code
}

let people = 0

/** Returns an e-mail address that no other story of this worker uses, because its stories share a server. */
export function newEmail(name: string): string {
  people += 1
  return `${name.toLowerCase().replaceAll(' ', '.')}.${people}@ridgeway.example`
}

let computers = 0

/**
 * Returns the headers of a call from a computer that has called nothing yet. The server counts codes by address, and
 * all stories of a worker would share one.
 */
export function fromNewComputer(): Record<string, string> {
  computers += 1
  return { 'x-forwarded-for': `10.0.${computers >> 8}.${computers & 255}` }
}

/** A person who acts over the API, for setting up a story. */
export class Person {
  organizationId = -1
  #userId = 0
  #token = ''
  #refreshToken = ''
  #accessToken = ''
  readonly email: string
  readonly #computer = fromNewComputer()

  private constructor(
    readonly server: Server,
    readonly name: string,
  ) {
    this.email = newEmail(name)
  }

  get userId(): number {
    return this.#userId
  }

  /** A person with a profile, in no workspace yet. */
  static async signUp(server: Server, name: string): Promise<Person> {
    const person = new Person(server, name)
    const answer = await person.signIn()
    person.#userId = answer.user_id
    person.#token = answer.IdToken
    person.#accessToken = answer.AccessToken
    person.#refreshToken = answer.RefreshToken
    if (answer.profile_token) {
      const { profile_token } = answer
      await person.call(createProfile, { profile_token, displayname: name, language: 'en', timezone: timeZone })
    }
    return person
  }

  /** Begins another session of this person, for another device. */
  async signIn(): Promise<SignedInAnswer> {
    const { email } = this
    await this.call(sendEmailCode, { email })
    return this.call(verifyCode, { email, OTP: await codeFor(this.server, email) })
  }

  /** Creates a workspace and chooses it, so that the app opens in it. */
  async createWorkspace(organization_name: string): Promise<void> {
    const { organization_id } = await this.call(createOrganisation, { organization_name })
    await this.#choose(organization_id)
  }

  /** Adds another person to this person's workspace. */
  async takesIn(other: Person): Promise<void> {
    const { roles } = await this.call(organisationInfo, {})
    const role_id = roles.find(role => role.role_name === 'Member')?.role_id
    if (role_id === undefined) throw new Error('There is no role Member.')
    const [result] = await this.call(invitePeople, { invites: [{ email_id: other.email, role_id }] })
    if (!result?.invite) throw new Error(`The invite was refused: ${result?.message}`)
    await other.call(acceptInvite, { invite_id: result.invite.invite_id })
    await other.#choose(this.organizationId)
  }

  async #choose(organization_id: number): Promise<void> {
    this.organizationId = organization_id
    await this.call(updateProfile, { selected_organizationId: organization_id })
  }

  createLogbook(document_name: string, access: 'private' | 'organisation' = 'organisation'): Promise<Document> {
    return this.call(createDocument, { document_name, document_type: 'logbook', access })
  }

  write(doc_id: number, content: string, title?: string): Promise<Log> {
    return this.call(writeLog, { doc_id, content, ...(title && { title }) })
  }

  /** The address for this person's sockets. */
  socketAddress(path: string): string {
    const query = new URLSearchParams({
      user_id: String(this.#userId),
      organization_id: String(this.organizationId),
      access_token: this.#accessToken,
    })
    return `${this.server.url.replace('http', 'ws')}${path}?${query}`
  }

  /** Calls an endpoint; throws on an API error. */
  async call<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Answer<E>> {
    const fields: Record<string, unknown> = { ...(input as object) }
    const ids = this.#token
      ? { organization_id: this.organizationId, user_id: this.#userId, origin_id: this.#userId }
      : {}
    const inPath = pathParameters(endpoint.path)
    const path = inPath.reduce((so, name) => so.replace(`{${name}}`, String(fields[name])), endpoint.path)
    const isQuery = carriesQuery(endpoint.method)
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries({ ...ids, ...(isQuery && fields) })) {
      query.set(name, typeof value === 'string' ? value : JSON.stringify(value))
    }
    const response = await fetch(`${this.server.url}${path}?${query}`, {
      method: endpoint.method,
      headers: {
        ...this.#computer,
        accept: 'application/json',
        ...(this.#token && { authorization: `Bearer ${this.#token}` }),
        ...(!isQuery && { 'content-type': 'application/json' }),
      },
      ...(!isQuery && { body: JSON.stringify({ ...fields, ...ids }) }),
    })
    const { data, message } = (await response.json()) as Reply<Answer<E>>
    if (response.status === 401 && this.#token) {
      this.#token = ''
      const fresh = await this.call(getTokens, { refresh_token: this.#refreshToken })
      this.#token = fresh.IdToken
      this.#refreshToken = fresh.RefreshToken
      return this.call(endpoint, input)
    }
    if (!response.ok) throw new Error(`${endpoint.method} ${path}: ${response.status} ${message}`)
    return data
  }
}
