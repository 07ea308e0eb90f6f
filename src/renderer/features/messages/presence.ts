import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useShallow } from 'zustand/react/shallow'
import type { Person } from '#shared/contract/common'
import type { ChatListItem } from '#shared/contract/messages/endpoints'
import { PersonPresence, presenceLimits } from '#shared/contract/presence'
import { browserClock } from '../../platform/clock'
import { useFormat } from '../../platform/format'
import { onMomentary, sendLive, useLive } from '../../platform/live'
import { createSlice } from '../../platform/store'
import { useChats } from './chats'

/** Who is there, as far as the server said. Nothing is known without a connection. */
const usePresence = createSlice(
  'messages.presence',
  { people: {} as Record<number, PersonPresence> },
  set => ({
    heard: (people: readonly PersonPresence[]) =>
      set(state => {
        for (const person of people) state.people[person.user_id] = person
      }),
    forget: () => set({ people: {} }),
  }),
  { scope: 'organisation' },
)

/** The chats that parts of the page show, by part. */
const shown = new Map<object, readonly number[]>()
/** How long further parts may appear before the server is asked, in milliseconds. */
const askAfter = 100
let cancelAsk: (() => void) | null = null

function askSoon(): void {
  cancelAsk ??= browserClock.after(askAfter, ask)
}

function ask(): void {
  cancelAsk?.()
  cancelAsk = null
  // The last part is the open chat, which counts most.
  const chat_ids = [...new Set([...shown.values()].reverse().flat())].slice(0, presenceLimits.chats)
  sendLive({ event: 'watch', chat_ids })
}

/** Asks who is there in chats while they are shown. */
export function useShownPresence(chat_ids: readonly number[]): void {
  const key = chat_ids.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key has the same ids.
  useEffect(() => {
    const part = {}
    if (chat_ids.length === 0) return
    shown.set(part, chat_ids)
    askSoon()
    return () => {
      shown.delete(part)
      askSoon()
    }
  }, [key])
}

/** The direct chats of the list, those with the newest messages first. */
export const useDirectChats = (): number[] =>
  useChats(
    useShallow(({ items }) =>
      items
        .filter(({ kind, is_disabled }) => kind === 'direct' && !is_disabled)
        .slice(0, presenceLimits.chats)
        .map(({ chat_id }) => chat_id),
    ),
  )

/** Whether the other person of a direct chat is there, and the same in words; undefined if nothing is known. */
export function usePresenceOf({ kind, participant_id, is_disabled }: ChatListItem) {
  const { t } = useTranslation('messages')
  const format = useFormat()
  const person = usePresence(({ people }) => (participant_id === null ? undefined : people[participant_id]))
  if (kind !== 'direct' || is_disabled || !person) return undefined
  const { state, seen_at } = person
  if (state !== 'offline') return { state, words: t(`presence.${state}`) }
  if (seen_at === null) return undefined
  const words =
    format.daysAgo(seen_at) === 0
      ? t('presence.seenToday', { time: format.time(seen_at) })
      : t('presence.seenOn', { day: format.shortDay(seen_at) })
  return { state, words }
}

/** How many of these people are online. */
export const useOnlineAmong = (among: readonly Person[] | undefined): number =>
  usePresence(({ people }) => (among ?? []).filter(({ user_id }) => people[user_id]?.state === 'online').length)

const signs = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const
let isAway = false
let usedAt = 0

function used(): void {
  usedAt = browserClock.elapsed()
  if (!isAway) return
  tellAway(false)
  waitForAway(presenceLimits.awayAfter)
}

function tellAway(is_away: boolean): void {
  isAway = is_away
  sendLive({ event: 'presence', is_away })
}

/** Says that the person is away once they used nothing for long enough. */
function waitForAway(ms: number): void {
  browserClock.after(ms, () => {
    const left = presenceLimits.awayAfter - (browserClock.elapsed() - usedAt)
    if (left > 0) waitForAway(left)
    else tellAway(true)
  })
}

/** Follows who is there, and tells the server whether this person is. */
export function followPresence(): void {
  onMomentary(frame => {
    if (frame.event !== 'presence') return
    const { data } = z.array(PersonPresence).safeParse(frame.people)
    if (data) usePresence.getState().heard(data)
  })
  const follow = () => {
    if (useLive.getState().state !== 'open') return usePresence.getState().forget()
    if (isAway) tellAway(true)
    if (shown.size > 0) ask()
  }
  useLive.subscribe(follow)
  follow()
  for (const sign of signs) window.addEventListener(sign, used, { capture: true, passive: true })
  used()
  waitForAway(presenceLimits.awayAfter)
}
