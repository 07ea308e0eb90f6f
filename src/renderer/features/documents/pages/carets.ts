import { Extension } from '@tiptap/core'
import type { DecorationAttrs } from '@tiptap/pm/view'
import { yCursorPlugin } from '@tiptap/y-tiptap'
import { Awareness, applyAwarenessUpdate, encodeAwarenessUpdate, modifyAwarenessUpdate } from 'y-protocols/awareness'
import { z } from 'zod'
import { browserClock } from '../../../platform/clock'
import { sendLive } from '../../../platform/live'
import { useSession } from '../../../platform/session'
import { useDirectory } from '../../organisations/store'
import { fromBase64, toBase64 } from './base64'

/** Milliseconds between two frames that say where the caret is. */
const pace = 120
/** How many colours there are for people. */
const colours = 5
/** Milliseconds after its last move in which a caret shows the name, which covers words above it. */
const namedFor = 3_000

/**
 * Where people are in a page. The editor names its caret at each change of others, even when it stays where it is; that is
 * no news, and would be told to everybody and draw all carets once more.
 */
export class PageAwareness extends Awareness {
  override setLocalStateField(field: string, value: unknown): void {
    if (JSON.stringify(this.getLocalState()?.[field]) === JSON.stringify(value)) return
    super.setLocalStateField(field, value)
  }
}

interface CaretUser {
  user_id: number
}

/** Tells where the person is in a page, and follows where others are. */
export class Carets {
  #cancel: (() => void) | null = null

  constructor(
    private readonly doc_id: number,
    private readonly awareness: Awareness,
  ) {
    awareness.setLocalStateField('user', { user_id: useSession.getState().userId ?? 0 } satisfies CaretUser)
    awareness.on('update', ({ added }: { added: number[] }, origin: unknown) => {
      // Whoever comes later has not heard of this caret yet.
      if (origin === 'local' || added.length > 0) this.#tellSoon()
    })
    void useDirectory.getState().open()
  }

  received({ user_id, state }: { user_id: number; state: string }): void {
    try {
      // The server says whose it is, whatever the client claims.
      const theirs = modifyAwarenessUpdate(fromBase64(state), sent => sent && { ...sent, user: { user_id } })
      applyAwarenessUpdate(this.awareness, theirs, 'others')
    } catch {
      // A caret that cannot be read is shown by the next one.
    }
  }

  close(): void {
    this.#cancel?.()
    this.awareness.setLocalState(null)
    this.#tell()
  }

  #tellSoon(): void {
    this.#cancel ??= browserClock.after(pace, () => this.#tell())
  }

  #tell(): void {
    this.#cancel = null
    const { awareness, doc_id } = this
    sendLive({ event: 'caret', doc_id, state: toBase64(encodeAwarenessUpdate(awareness, [awareness.clientID])) })
  }
}

const User = z.object({ user_id: z.int() })
const idOf = (user: unknown): number => User.safeParse(user).data?.user_id ?? 0
const nameOf = (user_id: number): string =>
  useDirectory.getState().items.find(person => person.user_id === user_id)?.user_displayname ?? ''
const colourOf = (user: unknown): string => `caret-${idOf(user) % colours}`

/** The carets of other clients in the editor. A name is whole while its caret moves and a moment longer, and a mark then. */
export class DrawnCarets {
  readonly #drawn = new Map<number, HTMLElement>()
  /** Cancels the end of a move, by client. */
  readonly #moving = new Map<number, () => void>()

  constructor(awareness: Awareness) {
    awareness.on('change', ({ added, updated }: { added: number[]; updated: number[] }) => {
      for (const client of [...added, ...updated]) if (client !== awareness.clientID) this.#moved(client)
    })
  }

  draw = (user: unknown, client: number): HTMLElement => {
    const caret = document.createElement('span')
    caret.className = `caret ${colourOf(user)}`
    const name = document.createElement('span')
    name.className = 'caret-name'
    name.textContent = nameOf(idOf(user))
    caret.append('\u2060', name, '\u2060')
    this.#drawn.set(client, caret)
    this.#show(client)
    return caret
  }

  #moved(client: number): void {
    this.#moving.get(client)?.()
    const end = () => {
      this.#moving.delete(client)
      this.#show(client)
    }
    this.#moving.set(client, browserClock.after(namedFor, end))
    this.#show(client)
  }

  #show(client: number): void {
    this.#drawn.get(client)?.toggleAttribute('data-still', !this.#moving.has(client))
  }
}

/** Draws the carets and selections of the others, with their names. */
export const caretsOf = (awareness: Awareness) =>
  Extension.create({
    name: 'carets',
    addProseMirrorPlugins: () => [
      yCursorPlugin(awareness, {
        cursorBuilder: new DrawnCarets(awareness).draw,
        selectionBuilder: (user: unknown): DecorationAttrs => ({ class: `caret-selection ${colourOf(user)}` }),
      }),
    ],
  })
