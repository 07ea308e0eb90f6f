import type { KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'
import { sendMessage } from '#shared/contract/messages/endpoints'
import { loadSecrets } from '../src/server/platform/secrets'
import { asOwner, type Owner, type Product, shotOf, socketOf } from './product'
import { startProcess, typescript } from './program'
import type { Shot } from './wire'

/** Rooms of this many people each, every one with one socket. */
export const crowd = { rooms: 100, people: 50, perSecond: 200 } as const

/** What the generator is told: first whom it plays, then to send for some seconds. */
export type ToGenerator = { port: number; rooms: { addresses: string[]; message: Shot }[] } | { seconds: number }

/** Milliseconds from sending until each delivery, and until each durable answer; deliveries that are missing or twice. */
export interface ChatFigures {
  delivered: number[]
  answered: number[]
  lost: number
  doubled: number
  refused: number
}
export type FromGenerator = { opened: true } | { figures: ChatFigures } | { failed: string }

/** All sockets and senders, in a process of its own. */
export class Generator {
  readonly #process = startProcess(typescript('chat-load-process.ts'), {}, text => process.stderr.write(text))

  async open(product: Product, owner: Owner): Promise<void> {
    const people = await seed(product, owner)
    const key = loadSecrets({ SECRET: undefined, DATA_DIR: product.dataDir }).signingKey()
    const rooms: { addresses: string[]; message: Shot }[] = []
    for (let room = 0; room < crowd.rooms; room++) {
      const members = people.slice(room * crowd.people, (room + 1) * crowd.people)
      const addresses: string[] = []
      for (const member of members) {
        const tokens = { ...owner.tokens, AccessToken: await sign(key, 'access', member) }
        addresses.push(socketOf({ ...owner, ...member, tokens }, '/sockets/chat'))
      }
      const [sender] = members
      if (!sender) throw new Error('A room has people.')
      const tokens = { ...owner.tokens, IdToken: await sign(key, 'id', sender) }
      const message = {
        chat_id: sender.chat_id,
        chat_message: 'Bay 2 is free. Send the next one in?',
        client_id: '{nr}',
      }
      rooms.push({ addresses, message: shotOf({ ...owner, ...sender, tokens }, sendMessage, message) })
    }
    await this.#request({ port: product.port, rooms })
  }

  async send(seconds: number): Promise<ChatFigures> {
    const answer = await this.#request({ seconds })
    if (!('figures' in answer)) throw new Error('The generator sent an unexpected reply.')
    return answer.figures
  }

  leave(): Promise<void> {
    return this.#process.stop()
  }

  #request(message: ToGenerator): Promise<FromGenerator> {
    const { child, ended } = this.#process
    return new Promise((resolve, reject) => {
      child.once('message', (answer: FromGenerator) => {
        if ('failed' in answer) reject(new Error(answer.failed))
        else resolve(answer)
      })
      void ended.then(() => reject(new Error('The generator ended.')))
      child.send(message)
    })
  }
}

interface Member {
  user_id: number
  session_id: number
  chat_id: number
}

/** Signs a token as the server does, because five thousand real sign-ins would take minutes. */
function sign(key: KeyObject, use: 'id' | 'access', { user_id, session_id }: Member): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  return new SignJWT({ use, sid: String(session_id) })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT' })
    .setIssuer('wheelhouse')
    .setAudience('wheelhouse')
    .setSubject(String(user_id))
    .setJti(crypto.randomUUID())
    .setIssuedAt(now)
    .setExpirationTime(now + 3_600)
    .sign(key)
}

/** Inserts the people with sessions, and the groups they are in, directly. Ordered by room. */
function seed({ dataDir }: Product, { organization_id, user_id }: Owner): Promise<Member[]> {
  return asOwner(dataDir, async client => {
    const { rows } = await client.query<Member>(
      `with people as (
         insert into users (displayname, email, created_at)
         select 'Rider ' || n, 'rider-' || n || '@bench.example', now() from generate_series(1, $3::int) n returning id
       ), numbered as (select id, row_number() over (order by id) - 1 as nr from people
       ), joined as (
         insert into memberships (organization_id, user_id, org_role, joined_at)
         select $1, id, 'member', now() from people
       ), signed_in as (
         insert into sessions (user_id, created_at) select id, now() from people returning id, user_id
       ), rooms as (
         insert into chats (organization_id, kind, name, created_by, created_at, last_at)
         select $1, 'group', 'Room ' || n, $2, now(), now() from generate_series(1, $4::int) n returning id
       ), placed as (select id, row_number() over (order by id) - 1 as nr from rooms
       ), members as (
         insert into chat_members (organization_id, chat_id, user_id, joined_at)
         select $1, placed.id, numbered.id, now() from numbered join placed on placed.nr = numbered.nr / $5::int
         returning chat_id, user_id
       )
       select m.chat_id::int, m.user_id::int, s.id::int as session_id
       from members m join signed_in s on s.user_id = m.user_id order by m.chat_id, m.user_id`,
      [organization_id, user_id, crowd.rooms * crowd.people, crowd.rooms, crowd.people],
    )
    await client.query('vacuum analyze')
    return rows
  })
}
