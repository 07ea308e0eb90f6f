import { Activity, CalendarClock, Cctv, Compass, House, LayoutDashboard, NotebookText, SquareCheck } from 'lucide-react'
import type { RouteObject } from 'react-router-dom'
import type { Icon } from '../ui/icon'
import { features } from './features'
import { firstSegment } from './guards'

export type NavId = 'chat' | 'home' | 'mytasks' | 'activity' | 'docs' | 'jobs' | 'feed' | 'dashboard'

export interface NavEntry {
  id: NavId
  route: string
  icon: Icon
  /** The letter after g. */
  key: string
  /** Shown in premium workspaces only [2.14]. */
  premium?: true
}

/** The complete navigation, in order [2.6 - 2.13]. */
const table: readonly NavEntry[] = [
  { id: 'chat', route: '/chat', icon: Compass, key: 'm' },
  { id: 'home', route: '/home/spaces', icon: House, key: 'h' },
  { id: 'mytasks', route: '/mytasks', icon: SquareCheck, key: 't', premium: true },
  { id: 'activity', route: '/activity', icon: Activity, key: 'a', premium: true },
  { id: 'docs', route: '/docs', icon: NotebookText, key: 'l' },
  { id: 'jobs', route: '/jobs', icon: CalendarClock, key: 'j' },
  { id: 'feed', route: '/feed', icon: Cctv, key: 's' },
  { id: 'dashboard', route: '/dashboard', icon: LayoutDashboard, key: 'd' },
]

/** First segments of the pages of features. */
const availableSegments = new Set(
  features.flatMap(({ routes = [] }) => routes.map(({ path }: RouteObject) => firstSegment(path ?? '/'))),
)

/** Entries whose pages exist: a feature that was taken out has none. */
export const availableEntries = table.filter(entry => availableSegments.has(firstSegment(entry.route)))

/** The navigation entries of a workspace [2.14]. */
export function entriesFor(isPremium: boolean, entries: readonly NavEntry[] = availableEntries): NavEntry[] {
  return entries.filter(entry => isPremium || !entry.premium)
}

/** An entry is active when the path starts with its first segment [2.15]. */
export function isActive(entry: Pick<NavEntry, 'route'>, pathname: string): boolean {
  const segment = firstSegment(entry.route)
  return pathname === segment || pathname.startsWith(`${segment}/`)
}

/** What the bottom navigation shows before More: four places, which differ without premium [ui.md]. */
const bottomOrder: Record<'premium' | 'free', readonly NavId[]> = {
  premium: ['chat', 'home', 'mytasks', 'activity'],
  free: ['chat', 'home', 'docs', 'feed'],
}

export function bottomEntries(
  isPremium: boolean,
  entries: readonly NavEntry[] = availableEntries,
): { shown: NavEntry[]; more: NavEntry[] } {
  const all = entriesFor(isPremium, entries)
  const first = bottomOrder[isPremium ? 'premium' : 'free'].flatMap(id => all.filter(entry => entry.id === id))
  // While few features exist, free places go to other available entries.
  const shown = [...first, ...all.filter(entry => !first.includes(entry))].slice(0, 4)
  return { shown, more: all.filter(entry => !shown.includes(entry)) }
}
