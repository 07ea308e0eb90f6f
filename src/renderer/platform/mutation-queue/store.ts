import { browserClock } from '../clock'
import { flushDrafts } from '../draft-storage'
import { clearDraft, draftsUnder, readDraft, writeDraft } from '../drafts'
import { account, onAccountChange } from '../guest'
import { useLive } from '../live'
import { randomText } from '../random'
import { createSlice } from '../store'
import { mutationDatabase } from './database'
import { deletionMutation } from './deletion'
import type { QueueEnvironment } from './environment'
import { journalKey, journalPrefix, waitingKey } from './keys'
import type { Mutation } from './mutation'
import { MutationQueue } from './queue'

/** The signed-in person's writes that the server has not confirmed, oldest first. */
export const useMutations = createSlice('mutations', { mutations: [] as readonly Mutation[] }, () => ({}), {
  scope: 'account',
})

let queue: MutationQueue | null = null

/** Returns the queue of this tab, which the first call creates. */
export function mutationQueue(environment?: QueueEnvironment): MutationQueue {
  if (queue && !environment) return queue
  const made = new MutationQueue(environment ?? browserQueue(), mutations => {
    if (queue === made) useMutations.setState({ mutations })
  })
  queue = made
  made.register(deletionMutation)
  return made
}

export function browserQueue(): QueueEnvironment {
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel('wheelhouse.mutations') : null
  return {
    ...{ clock: browserClock, storage: mutationDatabase(), account, exclusively, onReconnect },
    journal: {
      all: () => draftsUnder(journalPrefix).map(({ value }) => value),
      write(mutation) {
        writeDraft(journalKey(mutation.id), mutation)
        flushDrafts()
      },
      erase: id => clearDraft(journalKey(id)),
      mark(isAny) {
        if (!isAny) clearDraft(waitingKey)
        else if (readDraft(waitingKey) === undefined) writeDraft(waitingKey, true)
      },
    },
    isOnline: () => navigator.onLine,
    newId: () => randomText(),
    announce: id => channel?.postMessage(id),
    onAnnounced(changed) {
      channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        if (typeof data === 'string') changed(data)
      })
    },
    onAccountChange: changed => void onAccountChange(changed),
  }
}

function exclusively(name: string, task: () => Promise<void>): Promise<void> {
  // Plain-HTTP addresses have no locks. Two tabs may then send the same mutation, which its key makes harmless.
  return 'locks' in navigator ? navigator.locks.request(name, task) : task()
}

function onReconnect(reconnect: () => void): void {
  window.addEventListener('online', reconnect)
  useLive.subscribe((now, before) => {
    if (now.state === 'open' && before.state !== 'open') reconnect()
  })
}
