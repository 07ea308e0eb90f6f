// Starts the app when the server does not answer, and shows pushed notifications. It caches the app's own files only: no API answers
// and nothing that belongs to a person.
/* global BUILD, FILES -- injected by the build: its name, and the files that a start needs */

const prefix = 'wheelhouse-'
const current = prefix + BUILD
/** Milliseconds to wait for the page from the server before the cached one opens; longer where somebody reloads to get the newest. */
const patience = { usual: 250, reloading: 4_000 }
/** Round trips in milliseconds above which the page is not waited for at all: half a second would pass until it is here. */
const slowTrip = 100
/** How many files are fetched at once, because the open app needs the network too. */
const lanes = 4
/** Where the app's files are, as patterns of addresses. */
const filePaths = ['/assets/*', '/favicon.svg']
/** Pages that the server itself renders: see app-pages.ts of the server. */
const ownPages = /^\/(docs\/api|outbox|objects|healthcheck|readycheck|metrics)(\/|\.|$)/

self.addEventListener('install', event => {
  event.waitUntil(keepBuild().then(() => self.skipWaiting()))
  event.waitUntil(letCallsPass(event))
})
self.addEventListener('activate', event => event.waitUntil(forgetOldBuilds().then(() => self.clients.claim())))

self.addEventListener('fetch', event => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    if (!ownPages.test(pathname) && !pathname.includes('.')) event.respondWith(page(request))
  } else if (isFile(pathname)) event.respondWith(file(request))
})

// A page reports the files that it fetched before this worker was active: the texts of its language, and the pages that were opened.
self.addEventListener('message', ({ data }) => {
  if (Array.isArray(data?.keep)) void keepAll(data.keep.filter(path => typeof path === 'string' && isFile(path)))
})

self.addEventListener('push', event => {
  const message = read(event.data)
  event.waitUntil(
    self.registration.showNotification(message.title ?? 'Wheelhouse', {
      body: message.body ?? '',
      icon: '/favicon.svg',
      tag: message.tag,
      data: { link: message.link },
    }),
  )
})

self.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.link))
})

const isFile = pathname => pathname.startsWith('/assets/') || pathname === '/favicon.svg'

/**
 * Returns the page from the server or, if that does not answer soon, the one of this build, whose files are all cached. The
 * browser looks for a newer worker after each start in any case, so a page from the cache is one build behind at most.
 */
async function page(request) {
  const isReloading = request.cache !== 'default'
  const kept = await caches.match('/', { cacheName: current })
  if (kept && !isReloading && isConnectionSlow()) return kept
  let answer = null
  try {
    answer = await fetch(request, { signal: AbortSignal.timeout(isReloading ? patience.reloading : patience.usual) })
  } catch {
    // There is no network, no server, or one of them is too slow.
  }
  if (answer && answer.status < 500) return answer
  return kept ?? answer ?? fetch(request)
}

function isConnectionSlow() {
  const { effectiveType = '4g', rtt = 0 } = self.navigator.connection ?? {}
  return effectiveType !== '4g' || rtt > slowTrip
}

/** File names contain a hash of the content, so a file cached by another build is the same. */
async function file(request) {
  const kept = await caches.match(request, { ignoreVary: true })
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.status === 200) {
    const cache = await caches.open(current)
    // On a full disk the file is served without being cached.
    await cache.put(request, answer.clone()).catch(() => undefined)
  }
  return answer
}

/**
 * Lets calls pass by the worker, which the browser would otherwise have to start for each one after half a minute at rest.
 * Without routes, the browser asks the worker, which lets them pass too.
 */
async function letCallsPass(install) {
  try {
    await install.addRoutes?.([
      { condition: { requestMode: 'navigate' }, source: 'fetch-event' },
      ...filePaths.map(urlPattern => ({ condition: { urlPattern }, source: 'fetch-event' })),
      { condition: { urlPattern: '/*' }, source: 'network' },
    ])
  } catch (cause) {
    // biome-ignore lint/suspicious/noConsole: nothing else here can say it.
    console.warn('The browser took no routes of the worker.', cause)
  }
}

async function keepBuild() {
  const cache = await caches.open(current)
  // Bypasses the HTTP cache of the browser, which may hold the page of another build.
  await cache.add(new Request('/', { cache: 'reload' }))
  await keepAll(FILES)
}

async function keepAll(paths) {
  const cache = await caches.open(current)
  const rest = [...new Set(paths)]
  const work = async () => {
    for (let path = rest.pop(); path !== undefined; path = rest.pop())
      if (!(await cache.match(path, { ignoreVary: true }))) await cache.add(path)
  }
  await Promise.all(Array.from({ length: lanes }, work))
}

/** Keeps the cache of the previous build, because its pages may still be open and fetch their files. */
async function forgetOldBuilds() {
  const others = (await caches.keys()).filter(name => name.startsWith(prefix) && name !== current)
  await Promise.all(others.slice(0, -1).map(name => caches.delete(name)))
}

/** A push without readable content must be shown too, or browsers withdraw the permission. */
function read(data) {
  try {
    return data?.json() ?? {}
  } catch {
    return {}
  }
}

/** Opens the link in the window that shows it, in another one of the app, or in a new one. Links lead into the app only. */
async function open(link) {
  const wanted = new URL(link ?? '/', self.location.origin)
  const url = wanted.origin === self.location.origin ? wanted.href : self.location.origin
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const isSeen = ({ visibilityState }) => visibilityState === 'visible'
  const window = windows.find(other => other.url === url) ?? windows.find(isSeen) ?? windows[0]
  if (!window) return self.clients.openWindow(url)
  await window.focus()
  return window.url === url ? window : window.navigate(url)
}
