// Runs before the first paint, so it is small. It adjusts the layout of index.html to this person's last state, and starts to load
// what their first page needs while the app itself loads. The app decides everything again.
/* global FILES -- injected by the build: files by language and by page */
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
  const place = placeToShow()
  if (isInside || (!isSignedIn && ['/meeting', '/chat-guest'].includes(place))) root.dataset.first = 'inside'
  const ofPlace = FILES.places[place]
  for (const file of [...FILES.languages[language], ...(ofPlace?.all ?? []), ...(ofPlace?.[language] ?? [])]) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.crossOrigin = ''
    link.href = file
    document.head.append(link)
  }

  function readState() {
    try {
      return JSON.parse(localStorage.getItem('app')) ?? {}
    } catch {
      return {}
    }
  }

  /** Returns the first segment of the page that the app will show: that of the address, or of where the routing rules lead. */
  function placeToShow() {
    const path = location.hash.startsWith('#/') ? location.hash.slice(1) : location.pathname
    const segment = `/${path.split(/[/?#]/)[1]}`
    if (!isSignedIn) return ['/meeting', '/chat-guest', '/verify', '/admin'].includes(segment) ? segment : '/login'
    if (!isInside) return '/workspace'
    if (!['/', '/login', '/verify', '/admin', '/chat-guest'].includes(segment)) return segment
    return `/${(navigation.path ?? '/chat').split(/[/?#]/)[1]}`
  }
}
