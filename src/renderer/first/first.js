// Runs before the first paint, so it is small. It adjusts the layout of index.html to this person's last state, and starts to load
// what their first page needs while the app itself loads. The app decides everything again.
/* global FILES -- injected by the build: names of files, and which of them belong to a language and to a page */
{
  const root = document.documentElement
  const { session = {}, preferences = {}, navigation = {} } = readState()
  if (['light', 'dark'].includes(preferences.theme)) root.dataset.theme = preferences.theme
  const language =
    [preferences.language, ...navigator.languages]
      .map(tag => String(tag).split('-')[0].toLowerCase())
      .find(tag => tag in FILES.languages) ?? 'en'
  root.lang = language
  root.dataset.loading = ''

  const isSignedIn = Boolean(session.tokens)
  const isInside = isSignedIn && session.organizationId > 0
  const [place, part] = placeToShow()
  if (isInside || (!isSignedIn && ['/meeting', '/chat-guest'].includes(place))) root.dataset.first = 'inside'
  const ofPlace = FILES.places[`${place}/${part}`] ?? FILES.places[place]
  for (const nr of [...FILES.languages[language], ...(ofPlace?.all ?? []), ...(ofPlace?.[language] ?? [])]) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.crossOrigin = ''
    link.href = `/assets/${FILES.names[nr]}.js`
    document.head.append(link)
  }

  function readState() {
    try {
      return JSON.parse(localStorage.getItem('app')) ?? {}
    } catch {
      return {}
    }
  }

  /** Returns the first two segments of the page that the app will show: of the address, or of where the routing rules lead. */
  function placeToShow() {
    const segments = segmentsOf(location.hash.startsWith('#/') ? location.hash.slice(1) : location.pathname)
    const [first] = segments
    if (!isSignedIn) return ['/meeting', '/chat-guest', '/verify', '/admin'].includes(first) ? segments : ['/login']
    if (!isInside) return ['/workspace']
    if (!['/', '/login', '/verify', '/admin', '/chat-guest'].includes(first)) return segments
    return segmentsOf(navigation.path ?? '/chat')
  }

  function segmentsOf(path) {
    const [, first, second] = path.split(/[/?#]/)
    return [`/${first}`, second]
  }
}
