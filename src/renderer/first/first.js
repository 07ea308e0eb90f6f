// Runs before anything is painted, so it is small: dresses the layout of index.html as this person left the app, and begins to fetch what
// their first page needs while the app itself is on its way. Everything is decided again by the app.
/* global FILES -- what the build says: files by language and by place */
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

  /** The first segment of where the app will lead: the address, or where its rules lead from there. */
  function placeToShow() {
    const path = location.hash.startsWith('#/') ? location.hash.slice(1) : location.pathname
    const segment = `/${path.split(/[/?#]/)[1]}`
    if (!isSignedIn) return ['/meeting', '/chat-guest', '/verify', '/admin'].includes(segment) ? segment : '/login'
    if (!isInside) return '/workspace'
    if (!['/', '/login', '/verify', '/admin', '/chat-guest'].includes(segment)) return segment
    return `/${(navigation.path ?? '/chat').split(/[/?#]/)[1]}`
  }
}
