import i18next from 'i18next'
import { Compass } from 'lucide-react'
import { registerCommands } from '../../platform/commands'
import type { Feature } from '../../platform/feature'
import { followPlaces, placeAskedFrom } from './place'

export const mate: Feature = {
  routes: [{ path: '/chat', lazy: async () => ({ Component: (await import('./page')).MatePage }) }],
  start() {
    followPlaces()
    registerCommands({
      id: 'mate',
      always: true,
      commands(query) {
        const text = query.trim()
        if (!text) return []
        return [
          {
            id: 'mate.ask',
            label: i18next.t('palette.askMate', { query: text }),
            icon: Compass,
            run: () => void ask(text),
          },
        ]
      },
    })
  },
}

/** Asks what was typed into the palette, and goes to where the answer appears. */
async function ask(text: string): Promise<void> {
  const { useMate } = await import('./store')
  void useMate.getState().ask(text, { path: placeAskedFrom() })
  location.hash = '#/chat'
}
