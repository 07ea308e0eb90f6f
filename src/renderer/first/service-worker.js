// Starts the app where the server does not answer, and shows what the server pushes. It keeps the app's own files and nothing else: no
// answer of the API, nothing that belongs to a person.
/* global BUILD, FILES -- what the build says: its name, and the files that a start needs */

const prefix = 'wheelhouse-'
const current = prefix + BUILD
/** How long the server may take to answer with the page, in milliseconds, before the one that is kept opens. */
const patience = 4_000
/** Files fetched at once: the app that is open needs the network too. */
const lanes = 4
/** Pages that the server itself writes: see app-pages.ts of the server. */
const ownPages = /^\/(docs\/api|outbox|objects|healthcheck|readycheck|metrics)(\/|\.|$)/

self.addEventListener('install', event => event.waitUntil(keepBuild().then(() => self.skipWaiting())))
self.addEventListener('activate', event => event.waitUntil(forgetOldBuilds().then(() => self.clients.claim())))

self.addEventListener('fetch', event => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    if (!ownPages.test(pathname) && !pathname.includes('.')) event.respondWith(page(request))
  } else if (isFile(pathname)) event.respondWith(file(request))
})

// A page says what it has fetched before this worker was there: the words of its language, and what its person opened.
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

/** The page as the server has it now. Where it does not answer, the one of this build, all of whose files are kept. */
async function page(request) {
  let answer = null
  try {
    answer = await fetch(request, { signal: AbortSignal.timeout(patience) })
  } catch {
    // No network, no server, or one that takes too long.
  }
  if (answer && answer.status < 500) return answer
  return (await caches.match('/', { cacheName: current })) ?? answer ?? fetch(request)
}

/** A file's name says its content, so that it does not matter which build it was kept with. */
async function file(request) {
  const kept = await caches.match(request, { ignoreVary: true })
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.status === 200) {
    const cache = await caches.open(current)
    // A full disk is no reason to withhold the file.
    await cache.put(request, answer.clone()).catch(() => undefined)
  }
  return answer
}

async function keepBuild() {
  const cache = await caches.open(current)
  // Not from the browser's own memory, which may have the page of another build.
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

/** The build before this one stays: pages of it may still be open, and fetch their files. */
async function forgetOldBuilds() {
  const others = (await caches.keys()).filter(name => name.startsWith(prefix) && name !== current)
  await Promise.all(others.slice(0, -1).map(name => caches.delete(name)))
}

/** A push without readable content still has to be shown, or browsers withdraw the permission. */
function read(data) {
  try {
    return data?.json() ?? {}
  } catch {
    return {}
  }
}

/** Opens the link in a window of the app that is there, or in a new one. Links lead into the app only. */
async function open(link) {
  const wanted = new URL(link ?? '/', self.location.origin)
  const url = wanted.origin === self.location.origin ? wanted.href : self.location.origin
  const [window] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (!window) return self.clients.openWindow(url)
  await window.focus()
  return window.navigate(url)
}
