import type { Language } from '#shared/contract/common'
import type { Camera, Screen } from '#shared/contract/sources/endpoints'
import { linkText } from '#shared/page/references'
import { plainWords } from '../../platform/markdown'
import type { ToolQuestion } from '../../platform/tool'
import { anyOf, counting, type Pattern } from '../../platform/words/patterns'

export interface SourceFact {
  name: string
  /** Where the app shows it. */
  address: string
  /** The people and jobs that look at it right now. */
  viewers: string[]
}

export interface SourceFacts {
  cameras: (SourceFact & Pick<Camera, 'description' | 'trouble'>)[]
  /** Screens that are shared right now. */
  screens: (SourceFact & Pick<Screen, 'state' | 'since'>)[]
}

const asks: Record<Language, Pattern> = {
  en: anyOf(
    '(?:which|what|list|show(?: me)?|how many|all)(?: of)?(?: the| our| my)?(?: shared)? (?:cameras?|screens|sources)',
    "(?:who|what)(?:'s| is)(?: being)? (?:sharing|shared|watching|watched)",
    'who (?:shares|watches)',
    'is (?:anyone|anybody|someone|somebody) (?:sharing|watching)',
  ),
  de: anyOf(
    '(?:welche|wie viele|alle|unsere|zeige?)(?: die| unsere| geteilten)? (?:kameras?|bildschirme?|quellen)',
    'wer teilt(?: \\p{L}+)*',
    'wer (?:schaut|sieht)(?: \\p{L}+)* zu',
    'was wird (?:gerade |jetzt )?(?:geteilt|beobachtet)',
  ),
  es: anyOf(
    '(?:qué|que|cuáles|cuántas|cuántos|lista|muestra|todas|todos)(?: las| los| nuestras)? (?:cámaras?|pantallas?|fuentes)',
    'quién (?:comparte|está compartiendo|mira|está mirando)(?: \\p{L}+)*',
    'qué se (?:comparte|está compartiendo)',
  ),
  hi: anyOf(
    '(?:कौन[ -]?से|कौन[ -]?सी|कितने|कितनी|सभी) (?:कैमरे|कैमरा|स्क्रीन)',
    'कौन (?:स्क्रीन )?(?:शेयर|साझा)(?: कर रहा है)?',
    'कौन देख रहा(?: है)?',
  ),
}

interface Sayings {
  cameras(count: number): string
  /** The heading of the screens that are shared right now. */
  screens(count: number): string
  /** Nothing is shared and there is no camera. */
  none: string
  noScreens: string
  /** Behind a camera from which no picture arrives. */
  noPicture: string
  /** Behind a screen: since when it is shared. */
  since(time: string): string
  /** Behind a source: who looks at it right now. */
  watchedBy(names: string): string
}

const en = counting('en-US')
const de = counting('de-DE')
const es = counting('es-ES')
const hi = counting('hi-IN')

const sayings: Record<Language, Sayings> = {
  en: {
    cameras: count => `You can see ${en.some(count, 'camera', 'cameras')}:`,
    screens: count => `${en.some(count, 'screen is', 'screens are')} shared right now:`,
    none: 'There is no camera that you can see, and nobody shares a screen with you right now.',
    noScreens: 'Nobody shares a screen with you right now.',
    noPicture: ', no picture arrives',
    since: time => `, since ${time}`,
    watchedBy: names => `, watched by ${names}`,
  },
  de: {
    cameras: count => `Du kannst ${de.some(count, 'Kamera', 'Kameras')} sehen:`,
    screens: count =>
      `Gerade ${count === 1 ? 'wird ein Bildschirm' : `werden ${de.figure(count)} Bildschirme`} geteilt:`,
    none: 'Es gibt keine Kamera, die du sehen kannst, und niemand teilt gerade einen Bildschirm mit dir.',
    noScreens: 'Niemand teilt gerade einen Bildschirm mit dir.',
    noPicture: ', es kommt kein Bild an',
    since: time => `, seit ${time}`,
    watchedBy: names => `, es schaut zu: ${names}`,
  },
  es: {
    cameras: count => `Puedes ver ${es.some(count, 'cámara', 'cámaras')}:`,
    screens: count =>
      `Ahora ${count === 1 ? 'se comparte una pantalla' : `se comparten ${es.figure(count)} pantallas`}:`,
    none: 'No hay ninguna cámara que puedas ver, y nadie comparte ahora una pantalla contigo.',
    noScreens: 'Nadie comparte ahora una pantalla contigo.',
    noPicture: ', no llega ninguna imagen',
    since: time => `, desde ${time}`,
    watchedBy: names => `, la mira: ${names}`,
  },
  hi: {
    cameras: count => `आप ${hi.figure(count)} ${count === 1 ? 'कैमरा' : 'कैमरे'} देख सकते हैं:`,
    screens: count => `अभी ${hi.figure(count)} स्क्रीन साझा ${count === 1 ? 'है' : 'हैं'}:`,
    none: 'ऐसा कोई कैमरा नहीं है जिसे आप देख सकें, और अभी कोई आपके साथ स्क्रीन साझा नहीं कर रहा है।',
    noScreens: 'अभी कोई आपके साथ स्क्रीन साझा नहीं कर रहा है।',
    noPicture: ', कोई चित्र नहीं आ रहा',
    since: time => `, ${time} से`,
    watchedBy: names => `, देख रहे हैं: ${names}`,
  },
}

/** Questions about the cameras there are, the screens that are shared, and who looks at them [D34]. */
export const sourcesQuestion: ToolQuestion<Record<string, never>, SourceFacts> = {
  inputFor: (_ctx, { text, language }) => (asks[language].test(text) ? {} : undefined),
  write({ cameras, screens }, { language }, speak) {
    const say = sayings[language]
    if (cameras.length === 0 && screens.length === 0) return { text: say.none, cited: [] }
    const line = ({ name, address, viewers }: SourceFact, about: string) => {
      const watched = viewers.length > 0 ? say.watchedBy(viewers.map(plainWords).join(', ')) : ''
      return `- [${linkText(name)}](${address})${about}${watched}\n`
    }
    const parts = [
      cameras.length > 0 ? `${say.cameras(cameras.length)}\n\n` : '',
      ...cameras.map(camera => line(camera, camera.trouble === null ? '' : say.noPicture)),
      `\n${screens.length > 0 ? `${say.screens(screens.length)}\n\n` : say.noScreens}`,
      ...screens.map(screen => line(screen, screen.since ? say.since(speak.time(screen.since)) : '')),
    ]
    return { text: parts.join(''), cited: [] }
  },
}
